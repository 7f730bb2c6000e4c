import { parsePropertyPath, printPropertyPath, type PathSegment } from "../../model/index.js";
import type { ChangeDetail } from "./change-details.js";

/** What happens to a property, or to several that stand in one. */
export interface DetailNode {
  /** The path to it from the one that it stands in. */
  readonly label: string;
  readonly details: readonly ChangeDetail[];
  readonly parts: readonly DetailNode[];
}

/** Details as a tree by their paths; a way without branches is one label, `rules[0].port`. */
export function detailTree(details: readonly ChangeDetail[]): readonly DetailNode[] {
  const root = branch([]);
  for (const detail of details) {
    let at = root;
    for (const segment of parsePropertyPath(detail.path)) {
      // A number and a text are different keys.
      const next = at.parts.get(segment) ?? branch([segment]);
      at.parts.set(segment, next);
      at = next;
    }
    at.details.push(detail);
  }
  return [
    ...(root.details.length > 0 ? [{ label: "root", details: root.details, parts: [] }] : []),
    ...Array.from(root.parts.values(), closed),
  ];
}

interface Branch {
  readonly way: readonly PathSegment[];
  readonly details: ChangeDetail[];
  readonly parts: Map<PathSegment, Branch>;
}

function branch(way: readonly PathSegment[]): Branch {
  return { way, details: [], parts: new Map() };
}

function closed(given: Branch): DetailNode {
  const way = [...given.way];
  let end = given;
  while (end.details.length === 0 && end.parts.size === 1) {
    const [only] = end.parts.values();
    way.push(...only!.way);
    end = only!;
  }
  return {
    label: printPropertyPath(way),
    details: end.details,
    parts: Array.from(end.parts.values(), closed),
  };
}
