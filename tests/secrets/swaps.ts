/** All pairs of different items, or every so many of them. */
export function* pairsOf<Item>(items: readonly Item[], every = 1): Iterable<readonly [Item, Item]> {
  let count = 0;
  for (const [index, first] of items.entries())
    for (const second of items.slice(index + 1)) if (count++ % every === 0) yield [first, second];
}

/** A sealed part of a JSON document, and the keys that lead to it. */
export interface SealedNode {
  readonly path: readonly (string | number)[];
  readonly node: object;
}

/** Every sealed part of a document. */
export function sealedNodes(json: unknown, path: readonly (string | number)[] = []): readonly SealedNode[] {
  if (typeof json !== "object" || json === null) return [];
  if (Object.hasOwn(json, "sealed")) return [{ path, node: json }];
  return Object.entries(json).flatMap(([key, part]) =>
    sealedNodes(part, [...path, Array.isArray(json) ? Number(key) : key]),
  );
}

/** The document with another part at a place. */
export function withNode(json: unknown, path: readonly (string | number)[], node: object): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return node;
  const copy = (Array.isArray(json) ? [...(json as unknown[])] : { ...(json as object) }) as Record<
    string | number,
    unknown
  >;
  copy[key] = withNode(copy[key], rest, node);
  return copy;
}
