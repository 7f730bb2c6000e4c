import type { ResourceRow } from "../../../src/model/index.js";

/** What stories call a resource: `bucket logs`. */
export function labelOf({ type, name }: Pick<ResourceRow, "type" | "name">): string {
  return `${type.slice(type.lastIndexOf(":") + 1).toLowerCase()} ${name}`;
}

/** A URN ends with the type, after those of its parents, and the name. */
export function labelOfUrn(urn: string): string {
  const [types = "", ...name] = urn.split("::").slice(2);
  return labelOf({ type: types.slice(types.lastIndexOf("$") + 1), name: name.join("::") });
}
