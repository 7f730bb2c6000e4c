import type { ProcessSignals, Run, Stack } from "../engine/index.js";
import type { OptionValues } from "./options.js";
import { placeOf, type CommandPlace } from "./place.js";
import { complain } from "./print.js";

/** Something was shown, and nothing was done. */
export interface Shown {
  readonly shown: true;
  /** It would be done if someone said so. */
  readonly undecided?: true;
}

export const shown: Shown = { shown: true };

/** Does something with the program of the project and its stack, and ends the process with what came of it. */
export async function onProgram(
  options: OptionValues,
  perform: (stack: Stack, signals: ProcessSignals, place: CommandPlace) => Promise<Run | Shown>,
): Promise<never> {
  const place = placeOf(options);
  // As if coco had been started there: what the program and its providers call "here" is the project.
  process.chdir(place.projectFolder);
  const { configFileName, exitCodes, runProcess } = await import("../engine/index.js");
  const configFile = configFileName(place.name, place.namespace);
  const end = await runProcess({ ...place, configFile }, (stack, signals) => perform(stack, signals, place));
  complain(end.diagnostics);
  const isUndecided = end.result !== undefined && "undecided" in end.result;
  return end.exit(isUndecided ? exitCodes.decisionNeeded : end.exitCode);
}
