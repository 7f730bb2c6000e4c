import type { Step } from "../model/index.js";

/** A step that only drops a record, because another resource has the same object. */
export interface Dropping {
  readonly step: string;
  /** The URN of that resource. */
  readonly inUseBy: string;
}

/**
 * Lets the delete of an object wait until the other records of that object are dropped. By then everything that needs
 * the object through one of them has moved away or is gone. A delete that a drop waits for does not wait for that drop.
 */
export function deleteLast(steps: readonly Step[], dropping: readonly Dropping[]): readonly Step[] {
  if (dropping.length === 0) return steps;
  const dependents = new Map<string, string[]>(steps.map(({ id }) => [id, []]));
  for (const { id, after } of steps) for (const need of after) dependents.get(need)?.push(id);
  return steps.map((step) => {
    const { id, urn, action, after } = step;
    const drops = dropping.flatMap((each) => (each.inUseBy === urn ? [each.step] : []));
    if (action !== "delete" || drops.length === 0) return step;
    const behind = new Set([id]);
    for (const each of behind) for (const next of dependents.get(each) ?? []) behind.add(next);
    const more = drops.filter((drop) => dependents.has(drop) && !behind.has(drop) && !after.includes(drop));
    for (const drop of more) dependents.get(drop)!.push(id);
    return more.length === 0 ? step : { ...step, after: [...after, ...more] };
  });
}
