import type { Step } from "../model/index.js";

/** Adds dependencies between steps: `wanted` returns those of a step. Never creates a cycle. */
export function waitFor(steps: readonly Step[], wanted: (step: Step) => readonly string[]): readonly Step[] {
  const dependents = new Map<string, string[]>(steps.map(({ id }) => [id, []]));
  for (const { id, after } of steps) for (const need of after) dependents.get(need)?.push(id);
  return steps.map((step) => {
    const { id, after } = step;
    const more = new Set(wanted(step));
    for (const each of more) if (!dependents.has(each) || after.includes(each)) more.delete(each);
    if (more.size === 0) return step;
    const behind = new Set([id]);
    for (const each of behind) for (const next of dependents.get(each)!) behind.add(next);
    for (const each of more) if (behind.has(each)) more.delete(each);
    for (const each of more) dependents.get(each)!.push(id);
    return { ...step, after: [...after, ...more] };
  });
}
