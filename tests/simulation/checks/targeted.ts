import type { ResourceId, ResourceRow, Snapshot } from "../../../src/model/index.js";
import { moveName, type MoveGroup } from "../../../src/state/index.js";
import { layOut } from "../story/lay-out.js";
import { nameOf, urnOf, type Sketch } from "../story/sketch.js";

/** The places that a run is asked for by a target: it alone, or with what depends on it in the program. */
export function targetedPlaces(sketch: Sketch, target: number, dependents: boolean): ReadonlySet<number> {
  const chosen = new Set(sketch.has(target) ? [target] : []);
  const all = layOut(sketch);
  for (const place of dependents ? chosen : [])
    for (const { place: other, inputs, outer, dependsOn, goesWith } of all) {
      const reads = Object.values(inputs).map((input) =>
        typeof input === "object" ? input.reads : undefined,
      );
      if ([...reads, outer, dependsOn, goesWith?.place].includes(place)) chosen.add(other);
    }
  return chosen;
}

/**
 * The resources of state that a run with a target has no business with: all but the target, what depends on it in
 * program or state if that is asked for, and the components that they are in. The target is what has its name when the
 * renames of the project's file are followed, which every run does first, whether it succeeds or not.
 */
export function notTargeted(
  sketch: Sketch,
  before: Snapshot,
  renames: readonly MoveGroup[],
  target: number,
  dependents: boolean,
): readonly ResourceRow[] {
  const { resources, objects } = before;
  const rows = [...resources.values()];
  const called = renamed(before, renames);
  const chosen = new Set<number>();
  for (const place of targetedPlaces(sketch, target, dependents)) {
    const drawn = sketch.get(place)!;
    const names = new Set([urnOf(place, drawn), ...drawn.aliases]);
    // A target is given by its name, which one that leaves may have too.
    for (const { rid } of rows) {
      const urn = called.get(rid)!;
      if (names.has(urn) || urn.endsWith(`::${nameOf(place, drawn)}`)) chosen.add(rid);
    }
  }
  for (const rid of dependents ? chosen : []) {
    for (const object of objects.values())
      if (object.edges.some(({ to }) => to === rid)) chosen.add(object.rid);
    for (const row of rows)
      if (row.origin.some(({ waitsFor }) => waitsFor.includes(rid))) chosen.add(row.rid);
  }
  return rows.filter(({ rid, kind }) => kind !== "component" && !chosen.has(rid));
}

/** What the resources of state are called when the renames that it has not followed yet are; none takes a name that is in use. */
function renamed(
  { resources, moves }: Snapshot,
  renames: readonly MoveGroup[],
): ReadonlyMap<ResourceId, string> {
  const called = new Map([...resources.values()].map(({ rid, urn }) => [rid, urn]));
  for (const { from, to } of renames.flatMap((group) => (moves.includes(group.id) ? [] : group.renames))) {
    const named = (name: string) => [...called].find(([, urn]) => moveName(urn) === name);
    const [rid, urn] = named(from) ?? [];
    if (rid !== undefined && named(to) === undefined)
      called.set(rid, urn!.slice(0, urn!.length - from.length) + to);
  }
  return called;
}
