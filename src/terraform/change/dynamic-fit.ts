import {
  Dynamic,
  generalise,
  isCtyArray,
  isCtyObject,
  partType,
  type CtyType,
  type CtyValue,
} from "../cty/index.js";

/**
 * Returns a dynamic value as a value of the type that was planned for it, or undefined if it has another type. Parts that are
 * dynamic in one of the types fit any type in the other one.
 */
export function fitted(planned: CtyType, { type, value }: Dynamic): { readonly value: CtyValue } | undefined {
  return fits(planned, ownType(type, value)) ? { value: generalise(type, planned, value) } : undefined;
}

function fits(planned: CtyType, actual: CtyType): boolean {
  if (planned.kind === "dynamic" || actual.kind === "dynamic") return true;
  if (planned.kind === "object")
    return (
      actual.kind === "object" &&
      planned.attributes.size === actual.attributes.size &&
      [...planned.attributes].every(([name, part]) => {
        const match = actual.attributes.get(name);
        return match !== undefined && fits(part, match);
      })
    );
  if (planned.kind === "tuple")
    return (
      actual.kind === "tuple" &&
      planned.elements.length === actual.elements.length &&
      planned.elements.every((part, index) => fits(part, actual.elements[index]!))
    );
  if ("element" in planned)
    return planned.kind === actual.kind && "element" in actual && fits(planned.element, actual.element);
  return planned.kind === actual.kind;
}

/** Returns the type with the own types of dynamic parts, as far as these have one. */
function ownType(type: CtyType, value: CtyValue): CtyType {
  if (value instanceof Dynamic) return ownType(value.type, value.value);
  if (type.kind === "tuple" && isCtyArray(value))
    return {
      kind: "tuple",
      elements: type.elements.map((part, index) => ownType(part, value[index] ?? null)),
    };
  if (type.kind === "object" && isCtyObject(value)) {
    const entries = [...type.attributes].map(
      ([name, part]) => [name, ownType(part, value.get(name) ?? null)] as const,
    );
    return { kind: "object", attributes: new Map(entries) };
  }
  if (!("element" in type)) return type;
  const [first] = isCtyArray(value) ? value : isCtyObject(value) ? value.values() : [];
  return first === undefined ? type : { kind: type.kind, element: ownType(partType(type, 0), first) };
}
