import type { Run } from "../engine/index.js";
import type { Diagnostic } from "../model/index.js";
import type { Stack } from "../operations/stack/index.js";
import type { ExitCode, ProcessSignals } from "../runner/index.js";
import type { Invocation } from "./command.js";
import { selectedStack, type SelectedStack } from "./selected-stack.js";

/** Where a command finds its stack, or whether it makes it. */
export interface ProgramStack extends SelectedStack {
  readonly isNew: boolean;
}

/** Something was shown, and nothing was done. */
export interface ShownOnly {
  readonly shown: true;
  /** `undecided`: it would be done if someone said so. `changes`: there is something to do. `failed`: not all was found out. */
  readonly means?: "undecided" | "changes" | "left" | "failed";
  readonly diagnostics?: readonly Diagnostic[];
  /** It goes on until someone interrupts it, and has then done what was asked. */
  readonly endsByInterrupt?: true;
}

export const shown: ShownOnly = { shown: true };

/** Does something with the program of the project and its stack, and ends the process with what came of it. */
export async function onProgram(
  { command, options, face, round }: Invocation,
  perform: (stack: Stack, signals: ProcessSignals, place: ProgramStack) => Promise<Run | ShownOnly>,
): Promise<never> {
  const found = selectedStack(options);
  // As if coco had been started there: what the program and its providers call "here" is the project.
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

/** What the process ends with after these. Those of a command line or a file of the project need no engine. */
export async function exitCodeFor(diagnostics: readonly Diagnostic[]): Promise<ExitCode> {
  if (diagnostics.some(({ code }) => usageCodes.has(code))) return wrongUsage;
  const { exitCodeOf } = await import("../runner/index.js");
  return exitCodeOf(diagnostics);
}

/** The exit code for a command line, or a project file, that makes no sense. */
const wrongUsage: ExitCode = 64;

const usageCodes: ReadonlySet<string> = new Set([
  "cli/usage",
  "cli/no-program",
  "cli/project-of-another-user",
  "cli/malformed-file",
  "cli/unreadable-file",
  "cli/no-such-template",
  "cli/project-name",
  "cli/folder-taken",
  "model/malformed-environment",
]);
