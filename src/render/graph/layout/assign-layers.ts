export interface Layers<Key> {
  /** From zero: one more than the highest layer among its targets. */
  readonly layerOf: ReadonlyMap<Key, number>;
  /** Each key comes after its targets, except for lines that close a cycle. */
  readonly order: readonly Key[];
  isBroken(from: Key, to: Key): boolean;
}

/**
 * Assigns each key to the lowest layer that its targets allow. A line that closes a cycle is ignored. Iterative, so
 * depth does not use the call stack.
 */
export function assignLayers<Key>(keys: readonly Key[], targets: (key: Key) => Iterable<Key>): Layers<Key> {
  const layerOf = new Map<Key, number>();
  const open = new Map<Key, number>();
  const broken = new Map<Key, Set<Key>>();
  const order: Key[] = [];
  for (const root of keys) {
    if (layerOf.has(root)) continue;
    const path: { readonly key: Key; readonly rest: Iterator<Key> }[] = [];
    const enter = (key: Key) => {
      open.set(key, 0);
      path.push({ key, rest: targets(key)[Symbol.iterator]() });
    };
    const stand = (key: Key, layer: number) => open.set(key, Math.max(open.get(key)!, layer));
    enter(root);
    while (path.length > 0) {
      const { key, rest } = path.at(-1)!;
      const { done, value: target } = rest.next();
      if (done) {
        path.pop();
        layerOf.set(key, open.get(key)!);
        open.delete(key);
        order.push(key);
        if (path.length > 0) stand(path.at(-1)!.key, layerOf.get(key)! + 1);
      } else if (open.has(target)) {
        const from = broken.get(key) ?? new Set();
        broken.set(key, from.add(target));
      } else if (layerOf.has(target)) {
        stand(key, layerOf.get(target)! + 1);
      } else {
        enter(target);
      }
    }
  }
  return { layerOf, order, isBroken: (from, to) => broken.get(from)?.has(to) ?? false };
}

/**
 * Like `assignLayers`, with shorter lines: a key with more incoming than outgoing lines moves right before the
 * first key that points to it. No line changes direction.
 */
export function pullTogether<Key>(
  { layerOf, order, isBroken }: Layers<Key>,
  targets: (key: Key) => Iterable<Key>,
): ReadonlyMap<Key, number> {
  const pulled = new Map(layerOf);
  const first = new Map<Key, number>();
  const users = new Map<Key, number>();
  for (const key of order.toReversed()) {
    const used = [...targets(key)].filter((target) => !isBroken(key, target));
    const latest = first.get(key);
    if (latest !== undefined && users.get(key)! > used.length) pulled.set(key, latest - 1);
    for (const target of used) {
      first.set(target, Math.min(first.get(target) ?? Infinity, pulled.get(key)!));
      users.set(target, (users.get(target) ?? 0) + 1);
    }
  }
  return pulled;
}
