import type { ProcessSignals, Run, Stack } from "../engine/index.js";
import type { Invocation } from "./command.js";
import { placeOf, type CommandPlace } from "./place.js";

/** Something was shown, and nothing was done. */
export interface Shown {
  readonly shown: true;
  /** `undecided`: it would be done if someone said so. `changes`: there is something to do. */
  readonly means?: "undecided" | "changes" | "left";
  /** It goes on until someone interrupts it, and has then done what was asked. */
  readonly endsByInterrupt?: true;
}

export const shown: Shown = { shown: true };

/** Does something with the program of the project and its stack, and ends the process with what came of it. */
export async function onProgram(
  { command, options, face }: Invocation,
  perform: (stack: Stack, signals: ProcessSignals, place: CommandPlace) => Promise<Run | Shown>,
): Promise<never> {
  const place = { ...placeOf(options), mustExist: command.needsStack ?? false };
  // As if coco had been started there: what the program and its providers call "here" is the project.
  process.chdir(place.projectFolder);
  const { configFileName, exitCodes, runProcess } = await import("../engine/index.js");
  const configFile = configFileName(place.name, place.namespace);
  const end = await runProcess({ ...place, configFile }, (stack, signals) => perform(stack, signals, place));
  face.complain(end.diagnostics);
  const meant = {
    undecided: exitCodes.decisionNeeded,
    changes: exitCodes.changesPresent,
    left: exitCodes.interrupted,
  };
  const means = end.result !== undefined && "means" in end.result ? end.result.means : undefined;
  const isMeantEnd = end.exitCode === exitCodes.interrupted && isEndedByInterrupt(end.result);
  const ended = isMeantEnd ? exitCodes.ok : end.exitCode;
  const exitCode = means === undefined || ended !== exitCodes.ok ? ended : meant[means];
  await face.end(exitCode);
  return end.exit(exitCode);
}

function isEndedByInterrupt(result: Run | Shown | undefined): boolean {
  return result !== undefined && "endsByInterrupt" in result;
}
