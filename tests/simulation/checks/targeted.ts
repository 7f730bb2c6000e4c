import type { ResourceRow, Snapshot } from "../../../src/model/index.js";
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
 * program or state if that is asked for, and the components that they are in.
 */
export function notTargeted(
  sketch: Sketch,
  { resources, objects }: Snapshot,
  target: number,
  dependents: boolean,
): readonly ResourceRow[] {
  const rows = [...resources.values()];
  const chosen = new Set<number>();
  for (const place of targetedPlaces(sketch, target, dependents)) {
    const drawn = sketch.get(place)!;
    const names = new Set([urnOf(place, drawn), ...drawn.aliases]);
    // A target is given by its name, which one that leaves may have too.
    for (const { rid, urn, name } of rows)
      if (names.has(urn) || name === nameOf(place, drawn)) chosen.add(rid);
  }
  for (const rid of dependents ? chosen : []) {
    for (const object of objects.values())
      if (object.edges.some(({ to }) => to === rid)) chosen.add(object.rid);
    for (const row of rows)
      if (row.origin.some(({ waitsFor }) => waitsFor.includes(rid))) chosen.add(row.rid);
  }
  return rows.filter(({ rid, kind }) => kind !== "component" && !chosen.has(rid));
}
