import { JSON } from "../../std/plain-json.js";
import type { CtyPath, CtyStep } from "./path.js";
import { isCtyNumber } from "./value.js";

/** Returns a path as Terraform's messages write it, such as `.rule[0].tags["env"]`. The element of a set is `[*]`. */
export function pathText(path: CtyPath): string {
  return path.map(stepText).join("");
}

function stepText(step: CtyStep): string {
  if ("attribute" in step) return `.${step.attribute}`;
  if ("key" in step) return `[${JSON.stringify(step.key)}]`;
  if (!("index" in step)) return "[*]";
  return isCtyNumber(step.index) && typeof step.index === "object"
    ? `[${step.index.text}]`
    : `[${step.index}]`;
}
