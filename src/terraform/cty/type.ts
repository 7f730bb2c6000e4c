/** A type of Terraform's value system. Types compare by structure; see `sameType`. */
export type CtyType =
  | { readonly kind: "string" }
  | { readonly kind: "number" }
  | { readonly kind: "bool" }
  /** The value has its own type: see `Dynamic`. */
  | { readonly kind: "dynamic" }
  | { readonly kind: "list" | "set" | "map"; readonly element: CtyType }
  | { readonly kind: "object"; readonly attributes: ReadonlyMap<string, CtyType> }
  | { readonly kind: "tuple"; readonly elements: readonly CtyType[] };

export type ObjectType = Extract<CtyType, { kind: "object" }>;

export const stringType: CtyType = Object.freeze({ kind: "string" });
export const numberType: CtyType = Object.freeze({ kind: "number" });
export const boolType: CtyType = Object.freeze({ kind: "bool" });
export const dynamicType: CtyType = Object.freeze({ kind: "dynamic" });

export function sameType(one: CtyType, other: CtyType): boolean {
  if (one === other) return true;
  if (one.kind === "object")
    return (
      other.kind === "object" &&
      one.attributes.size === other.attributes.size &&
      [...one.attributes].every(([name, type]) => {
        const match = other.attributes.get(name);
        return match !== undefined && sameType(type, match);
      })
    );
  if (one.kind === "tuple")
    return (
      other.kind === "tuple" &&
      one.elements.length === other.elements.length &&
      one.elements.every((type, index) => sameType(type, other.elements[index]!))
    );
  if ("element" in one)
    return one.kind === other.kind && "element" in other && sameType(one.element, other.element);
  return one.kind === other.kind;
}

/** True if the type is dynamic or has a dynamic part. */
export function hasDynamic(type: CtyType): boolean {
  if (type.kind === "dynamic") return true;
  if (type.kind === "object") return [...type.attributes.values()].some(hasDynamic);
  if (type.kind === "tuple") return type.elements.some(hasDynamic);
  return "element" in type && hasDynamic(type.element);
}
