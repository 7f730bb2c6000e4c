import { printType, typeName } from "./type-text.js";
import type { Type } from "./type.js";

/**
 * Returns a short form of a type for messages: the notation without the fields of objects, and without parts that are
 * too deep or too far to the right to be read. Not for parsing.
 */
export function outlineType(type: Type): string {
  return outline(type, 0);
}

const deepest = 3;
const widest = 8;

function outline(type: Type, depth: number): string {
  const list = (types: readonly Type[]) => {
    if (depth >= deepest) return `${typeName(type)}<…>`;
    const texts = types.slice(0, widest).map((inner) => outline(inner, depth + 1));
    return `${typeName(type)}<${[...texts, ...(types.length > widest ? ["…"] : [])].join(", ")}>`;
  };
  switch (type.kind) {
    case "object":
      return "Object";
    case "tuple":
      return list(type.items);
    case "union":
      return list(type.members);
    case "array":
    case "map":
      return list([type.element]);
    case "input":
    case "output":
    case "promise":
      return outline(type.inner, depth);
    case "enum":
      return type.values.length <= widest ? printType(type) : typeName(type.base);
    default:
      return printType(type);
  }
}
