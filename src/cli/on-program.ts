import type { Run } from "../engine/index.js";
import type { Diagnostic } from "../model/index.js";
import type { Stack } from "../operations/stack/index.js";
import type { ExitCode, ProcessSignals } from "../runner/index.js";
import type { Invocation } from "./command.js";
import { selectedStack, type SelectedStack } from "./selected-stack.js";

/** The stack of a command, and whether the command creates it. */
export interface ProgramStack extends SelectedStack {
  readonly isNew: boolean;
}

/** Result of a command that printed something and changed nothing. */
export interface ShownOnly {
  readonly shown: true;
  /**
   * Determines the exit code. `undecided`: approval is needed. `changes`: the plan has changes. `left`: the user cancelled.
   * `failed`: the plan is incomplete.
   */
  readonly means?: "undecided" | "changes" | "left" | "failed";
  readonly diagnostics?: readonly Diagnostic[];
  /** The command runs until it is interrupted, and an interrupt is success. */
  readonly endsByInterrupt?: true;
}

export const shown: ShownOnly = { shown: true };

/** Runs a command on the program of the project and its stack, and exits the process with the result. */
export async function onProgram(
  { command, options, face, round }: Invocation,
  perform: (stack: Stack, signals: ProcessSignals, place: ProgramStack) => Promise<Run | ShownOnly>,
): Promise<never> {
  const found = selectedStack(options);
  // The program and its providers resolve relative paths against the project folder.
  process.chdir(found.projectFolder);
  const { configFileName } = await import("../project/index.js");
  const { exitCodes, runProcess } = await import("../runner/index.js");
  const { hasStack } = await import("../operations/stack/index.js");
  const place = {
    ...found,
    mustExist: command.needsStack ?? false,
    isNew: !(await hasStack(found)),
  };
  const configFile = configFileName(place.name, place.namespace);
  const onSecrets = (texts: () => Iterable<string>) => face.hideInSource(texts);
  const onEvaluate = () => face.endWait();
  const asked = { ...place, configFile, onRead: round?.read, onSecrets, onEvaluate };
  const end = await runProcess(asked, (stack, signals) => {
    round?.obeys(signals);
    return perform(stack, signals, place);
  });
  if (!round?.isSuperseded) face.complain(end.diagnostics);
  const meant = {
    undecided: exitCodes.decisionNeeded,
    changes: exitCodes.changesPresent,
    left: exitCodes.interrupted,
    failed: exitCodes.failed,
  };
  const means = end.result !== undefined && "means" in end.result ? end.result.means : undefined;
  const isMeantEnd = end.exitCode === exitCodes.interrupted && isEndedByInterrupt(end.result);
  const ended = isMeantEnd
    ? exitCodes.ok
    : end.exitCode === exitCodes.failed
      ? await exitCodeFor(end.diagnostics)
      : end.exitCode;
  const exitCode = means === undefined || ended !== exitCodes.ok ? ended : meant[means];
  await face.end(exitCode);
  return end.exit(exitCode);
}

function isEndedByInterrupt(result: Run | ShownOnly | undefined): boolean {
  return result !== undefined && "endsByInterrupt" in result;
}

/** Returns the exit code for diagnostics. Loads the engine only if no usage error is among them. */
export async function exitCodeFor(diagnostics: readonly Diagnostic[]): Promise<ExitCode> {
  if (diagnostics.some(({ code }) => usageCodes.has(code))) return wrongUsage;
  const { exitCodeOf } = await import("../runner/index.js");
  return exitCodeOf(diagnostics);
}

/** Exit code for an invalid command line or project file. */
const wrongUsage: ExitCode = 64;

const usageCodes: ReadonlySet<string> = new Set([
  "cli/usage",
  "cli/no-program",
  "cli/project-of-another-user",
  "cli/malformed-file",
  "cli/file-access",
  "cli/no-such-template",
  "cli/invalid-project-name",
  "cli/unusable-folder",
  "model/malformed-environment",
]);
