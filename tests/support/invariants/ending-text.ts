import type { Run } from "../../../src/engine/index.js";
import type { Ending } from "../scenario/attempt.js";

/** All that a command said of how it ended. */
export function endingText(ending: Ending<unknown>): string {
  if (ending.kind === "crashed") return "";
  const diagnostics =
    ending.kind === "refused" ? ending.diagnostics : ((ending.value as Partial<Run>).diagnostics ?? []);
  return JSON.stringify(diagnostics);
}
