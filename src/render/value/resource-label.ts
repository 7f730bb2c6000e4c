import { quoted } from "./value-text.js";

/** A resource as people call it, its type and its name, from its URN. */
export function resourceLabel(urn: string): string {
  const { type, name } = resourceName(urn);
  return type === "" ? name : `${type} ${quoted(name)}`;
}

/** Reads what is no URN as well: it is the name then. */
export function resourceName(urn: string): { readonly type: string; readonly name: string } {
  const [, , types, ...name] = urn.split("::");
  if (types === undefined || name.length === 0) return { type: "", name: urn };
  return { type: types.slice(types.lastIndexOf("$") + 1), name: name.join("::") };
}
