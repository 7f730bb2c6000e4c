import type { Run } from "../../../src/engine/index.js";
import type { Snapshot } from "../../../src/model/index.js";
import type { Sketch } from "../story/sketch.js";
import { relationsOf } from "./relations.js";

/**
 * A run that is to go on after a failure does all that has nothing to do with it. Two resources have to do with each
 * other if anything leads from one to the other, in the program or in state.
 */
export function checkGoesOn({ reports, diagnostics }: Run, sketch: Sketch, before: Snapshot): void {
  if (diagnostics.some(({ code }) => code.startsWith("store/"))) return;
  const related = relationsOf(sketch, before);
  const failed = new Set([
    ...reports.flatMap(({ step, result }) =>
      result === "failed" || result === "uncertain" ? [related.of(step.urn)] : [],
    ),
    ...diagnostics.flatMap(({ severity, resource }) =>
      severity !== "error" || resource === undefined ? [] : [related.of(resource)],
    ),
  ]);
  for (const { step, result } of reports)
    if (result === "not-started" && !failed.has(related.of(step.urn)))
      throw new Error(`${step.id} was not begun, and has nothing to do with what failed.`);
}
