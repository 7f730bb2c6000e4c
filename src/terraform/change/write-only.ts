import { isCtyArray, isCtyObject, type CtyPath, type CtyValue } from "../cty/index.js";
import { hasWriteOnly, plainBlocks, type Block, type Nesting } from "../schema/index.js";
import type { Findings } from "./findings.js";
import { hasNested, type Members } from "./members.js";

/** Returns the paths of write-only attributes that hold something. No state may. A set with such an attribute is one path. */
export function writeOnlyPaths(block: Block, value: CtyValue): readonly CtyPath[] {
  const paths: CtyPath[] = [];
  collect(block, value, [], paths);
  return paths;
}

/** Reports the places that `writeOnlyPaths` returns. */
export function reportWriteOnly(block: Block, value: CtyValue, findings: Findings): void {
  for (const path of writeOnlyPaths(block, value))
    findings.add(
      { path, isHidden: true },
      (name) => `The provider returned a write-only value in ${name}: expected null.`,
    );
}

function collect(members: Members, value: CtyValue, path: CtyPath, paths: CtyPath[]): void {
  if (!isCtyObject(value) || !hasWriteOnly(members)) return;
  for (const [name, attribute] of members.attributes) {
    const part = value.get(name) ?? null;
    if (part === null) continue;
    const place = [...path, { attribute: name }];
    if (attribute.writeOnly) paths.push(place);
    else if (hasNested(attribute))
      collectParts(attribute.nested.nesting, attribute.nested, part, place, paths);
  }
  for (const [name, nested] of members.blocks ?? []) {
    const part = plainBlocks(nested, value.get(name) ?? null);
    collectParts(nested.nesting, nested.block, part, [...path, { attribute: name }], paths);
  }
}

function collectParts(
  nesting: Nesting,
  members: Members,
  value: CtyValue,
  path: CtyPath,
  paths: CtyPath[],
): void {
  if (nesting === "set") {
    const inside: CtyPath[] = [];
    if (isCtyArray(value)) for (const part of value) collect(members, part, path, inside);
    if (inside.length > 0) paths.push(path);
  } else if (isCtyArray(value))
    for (const [index, part] of value.entries()) collect(members, part, [...path, { index }], paths);
  else if (nesting === "map" && isCtyObject(value))
    for (const [key, part] of value) collect(members, part, [...path, { key }], paths);
  else collect(members, value, path, paths);
}
