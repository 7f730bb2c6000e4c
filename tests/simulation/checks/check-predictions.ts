import type { Run } from "../../../src/engine/index.js";
import type { Sketch } from "../story/sketch.js";

/**
 * In a program with hosts only their addresses come out other than planned, and these are predicted: no run takes such a value
 * for a broken promise or a broken premise. A run that stops for one has done nothing to the resource that it stops at.
 */
export function checkPredictions({ diagnostics, reports }: Run, sketch: Sketch): void {
  if (![...sketch.values()].some(({ type }) => type === "host")) return;
  for (const { code, detail, resource } of diagnostics) {
    const isPremise =
      code === "engine/premise" && detail.startsWith("The inputs of the resource differ from the plan");
    const isAboutAddress = code === "engine/broken-promise" || isPremise;
    if (isAboutAddress && /: ".*\bo\d-\d\.\d/.test(detail))
      throw new Error(`A predicted address of ${resource} was taken for a promise.\n${detail}`);
    if (code !== "engine/prediction-differs") continue;
    const done = reports.find(({ step, result }) => step.urn === resource && result === "done");
    if (done !== undefined && done.step.action !== "delete" && done.step.action !== "forget")
      throw new Error(`${done.step.id} was done, and stopped because of a prediction.`);
  }
}
