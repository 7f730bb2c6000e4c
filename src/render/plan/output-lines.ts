import { anyOutput, diffValues, isKnown, printPropertyPath, type OutputChange } from "../../model/index.js";
import { styled, type Line } from "../layout/index.js";
import type { Look } from "../look.js";
import type { ChangeDetail } from "./change-details.js";
import { detailLines, usually } from "./detail-lines.js";

/** Renders the output changes of a plan, element by element like properties. */
export function outputLines(changes: readonly OutputChange[], look: Look): readonly Line[] {
  if (changes.length === 0) return [];
  const width = Math.max(look.width, narrowest) - indent.length;
  const style = { width, look, hasSymbols: true, areFound: false };
  const lines = usually(detailLines(changes.flatMap(outputDetails), style), look);
  return [[styled("strong", "Outputs:")], ...lines.map((line): Line => [indent, ...line])];
}

const indent = "  ";
/** Narrower widths are treated as this width. */
const narrowest = 20;

/** Returns the changed elements of one output. */
export function outputDetails({ name, before, after, predicted }: OutputChange): readonly ChangeDetail[] {
  return diffValues({ [name]: before }, { [name]: after }).map((each) => ({
    // As a path, `*` would match every name.
    path: name === anyOutput ? `[${anyOutput}]` : printPropertyPath(each.path),
    kind: each.kind,
    of: "outputs",
    replaces: false,
    before: each.before,
    after: each.after,
    isPredicted: predicted && each.after !== undefined && isKnown(each.after) ? true : undefined,
  }));
}
