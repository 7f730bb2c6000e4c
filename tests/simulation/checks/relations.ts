import type { Snapshot } from "../../../src/model/index.js";
import { groupUrn, urnOf, type Drawn, type Sketch } from "../story/sketch.js";

/** Which resources have to do with each other: anything leads from one to the other, in the program or in state. */
export function relationsOf(sketch: Sketch, before: Snapshot): Relations {
  const related = new Relations();
  for (const [place, drawn] of sketch)
    for (const other of relativesOf(drawn, sketch)) related.join(urnOf(place, drawn), other);
  const urn = (rid: number) => before.resources.get(rid)?.urn ?? "";
  for (const { rid, edges } of before.objects.values())
    for (const { to } of edges) related.join(urn(rid), urn(to));
  for (const { rid, parent, origin } of before.resources.values())
    for (const to of [
      ...(parent === undefined ? [] : [parent]),
      ...origin.flatMap(({ waitsFor }) => waitsFor),
    ])
      related.join(urn(rid), urn(to));
  return related;
}

function relativesOf(drawn: Drawn, sketch: Sketch): readonly string[] {
  const { uses, dependsOn, goesWith, within } = drawn;
  const places = [uses, dependsOn, goesWith?.option === "replaceWith" ? goesWith.place : undefined, within];
  return [
    ...drawn.aliases,
    ...(drawn.group === undefined ? [] : [groupUrn(drawn.group)]),
    ...places.flatMap((place) => {
      const other = place === undefined ? undefined : sketch.get(place);
      return other === undefined ? [] : [urnOf(place!, other)];
    }),
  ];
}

/** Sets of what leads to each other. */
export class Relations {
  readonly #next = new Map<string, string>();

  /** One that stands for all of them. */
  of(member: string): string {
    const next = this.#next.get(member);
    return next === undefined ? member : this.of(next);
  }

  join(one: string, other: string): void {
    const [first, second] = [this.of(one), this.of(other)];
    if (first !== second) this.#next.set(first, second);
  }
}
