import type { Diagnostic } from "../../model/index.js";
import { manyGone, type Sighting } from "../../plan/index.js";
import { problem } from "../diagnostics.js";
import type { PlanOptions } from "../facts/request.js";

/** Why nothing is planned where much seems to be gone; nothing if that is meant. */
export function manyGoneProblem(
  sightings: readonly Sighting[],
  { acceptGone }: PlanOptions,
): readonly Diagnostic[] {
  const found = acceptGone ? undefined : manyGone(sightings);
  if (found === undefined) return [];
  const { gone, of, by } = found;
  const first = gone.slice(0, 5).join("\n");
  const more = gone.length > 5 ? `\nand ${gone.length - 5} more` : "";
  return [
    problem("engine/many-gone", {
      detail: `${gone.length} of ${of} resources are not visible with ${by ?? "the credentials and settings that are there"}. Another account, region or folder looks like that. Nothing further was begun.\n${first}${more}`,
      hint: "Check which credentials and settings are used here. If these resources are really gone, say so:\n    --accept-gone",
    }),
  ];
}
