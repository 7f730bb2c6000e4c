import { isJsonObject, JSON } from "../../std/plain-json.js";
import { CtyFault } from "./fault.js";
import { jsonString, writeJson, type JsonTree } from "./json-text.js";
import { depthLimit } from "./limits.js";
import { boolType, dynamicType, numberType, stringType, type CtyType } from "./type.js";
import { compareUtf8 } from "./utf8-order.js";

/** Returns the type that a JSON tree describes, such as `["list","string"]`. Objects of the tree may be Maps. Throws a CtyFault. */
export function typeOfJson(tree: unknown): CtyType {
  return typeAt(tree, 1);
}

/** Returns the type that a JSON text describes. Throws a CtyFault. */
export function typeOfJsonText(text: string): CtyType {
  let tree: unknown;
  try {
    tree = JSON.parse(text);
  } catch {
    throw new CtyFault("the description of a type is not JSON");
  }
  return typeOfJson(tree);
}

/** Returns the JSON text of a type as Terraform writes it. */
export function typeJsonText(type: CtyType): string {
  return writeJson(typeJson(type));
}

/** Returns the JSON of a type. Attributes are sorted as Terraform sorts them. */
export function typeJson(type: CtyType): JsonTree {
  if (type.kind === "object") {
    const names = [...type.attributes.keys()].sort(compareUtf8);
    return ["object", new Map(names.map((name) => [name, typeJson(type.attributes.get(name)!)]))];
  }
  if (type.kind === "tuple") return ["tuple", type.elements.map(typeJson)];
  return "element" in type ? [type.kind, typeJson(type.element)] : type.kind;
}

const primitives: ReadonlyMap<unknown, CtyType> = new Map([
  ["string", stringType],
  ["number", numberType],
  ["bool", boolType],
  ["dynamic", dynamicType],
]);

function typeAt(tree: unknown, depth: number): CtyType {
  if (depth > depthLimit) throw new CtyFault(`a type is nested more than ${depthLimit} levels deep`);
  if (!Array.isArray(tree)) {
    const primitive = primitives.get(tree);
    if (primitive === undefined) throw new CtyFault(`${briefly(tree)} does not describe a type`);
    return primitive;
  }
  const [kind, inner, optional = []] = tree as readonly unknown[];
  if (tree.length > (kind === "object" ? 3 : 2))
    throw new CtyFault(`the description of a type has more parts than ${briefly(kind)} can have`);
  if (kind === "list" || kind === "set" || kind === "map") return { kind, element: typeAt(inner, depth + 1) };
  if (kind === "tuple") {
    if (!Array.isArray(inner)) throw new CtyFault("the elements of a tuple type are not a list");
    return { kind, elements: inner.map((element) => typeAt(element, depth + 1)) };
  }
  if (kind !== "object")
    throw new CtyFault(`a list that starts with ${briefly(kind)} does not describe a type`);
  if (!Array.isArray(optional))
    throw new CtyFault("the optional attributes of an object type are not a list");
  return { kind, attributes: attributesAt(inner, depth + 1) };
}

function attributesAt(tree: unknown, depth: number): ReadonlyMap<string, CtyType> {
  if (!(tree instanceof Map) && !isJsonObject(tree))
    throw new CtyFault("the attributes of an object type are not a JSON object");
  const attributes = new Map<string, CtyType>();
  for (const [name, type] of tree instanceof Map ? tree : Object.entries(tree))
    attributes.set(String(name).normalize("NFC"), typeAt(type, depth));
  return attributes;
}

function briefly(tree: unknown): string {
  if (typeof tree === "string") return tree.length > 40 ? "a long string" : jsonString(tree);
  return tree === null ? "null" : Array.isArray(tree) ? "a list" : `a value of type ${typeof tree}`;
}
