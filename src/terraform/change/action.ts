import type { CtyPath, CtyValue } from "../cty/index.js";
import type { Block } from "../schema/index.js";
import { equalKnown, typedOf } from "./typed.js";

export type Action = "none" | "create" | "update" | "replace";

/** Returns the change from a prior to a planned object. `replacePaths` are those that `replacing` returned. */
export function actionOf(
  block: Block,
  {
    prior,
    planned,
    replacePaths,
  }: { readonly prior: CtyValue; readonly planned: CtyValue; readonly replacePaths: readonly CtyPath[] },
): Action {
  if (prior === null) return "create";
  if (replacePaths.length > 0) return "replace";
  return equalKnown(typedOf(block.type, prior), typedOf(block.type, planned)) ? "none" : "update";
}
