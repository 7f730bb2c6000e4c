import { isCtyNumber, type CtyPath, type CtyStep, type JsonTree } from "../cty/index.js";

/** Reads `sensitive_attributes`. A step of another kind ends its path, so that more is sensitive rather than less. */
export function sensitivePaths(tree: JsonTree | undefined): readonly CtyPath[] {
  if (!Array.isArray(tree)) return [];
  return (tree as readonly JsonTree[]).flatMap((path) => (Array.isArray(path) ? [pathOf(path)] : []));
}

function pathOf(tree: readonly JsonTree[]): CtyPath {
  const path: CtyStep[] = [];
  for (const each of tree) {
    const step = each instanceof Map ? stepOf(each as ReadonlyMap<string, JsonTree>) : undefined;
    if (step === undefined) break;
    path.push(step);
  }
  return path;
}

function stepOf(step: ReadonlyMap<string, JsonTree>): CtyStep | undefined {
  const value = step.get("value");
  if (step.get("type") === "get_attr") return typeof value === "string" ? { attribute: value } : undefined;
  const key = value instanceof Map ? (value as ReadonlyMap<string, JsonTree>).get("value") : undefined;
  if (typeof key === "string") return { key };
  return key !== undefined && isCtyNumber(key) ? { index: key } : undefined;
}
