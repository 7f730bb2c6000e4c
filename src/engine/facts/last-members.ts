import { printPosition, type ApplyExpression, type ResourceRow } from "../../model/index.js";
import type { Dependencies } from "../../program/index.js";
import type { SnapshotIndex } from "../../state/index.js";

/**
 * Returns the keys of the collection members that the last run created at a source position, in creation order. Code
 * moves: if nothing was created at this line, members for the same values at a line that no longer exists count.
 */
export function lastMembers(
  node: ApplyExpression,
  dependencies: Dependencies,
  callbacks: readonly ApplyExpression[],
  state: SnapshotIndex,
): readonly string[] {
  const waitsFor = new Set([...dependencies].map(({ urn }) => urn));
  const places = new Set(callbacks.map(positionText));
  const made = [...state.byUrn.values()]
    .sort((a, b) => a.rid - b.rid)
    .flatMap((row) => membersOf(row, node.origin));
  const here = made.filter(({ place }) => place === positionText(node));
  const moved = made.filter(
    ({ place, waited }) =>
      !places.has(place) &&
      waited.length === waitsFor.size &&
      waited.every((rid) => waitsFor.has(state.urnOf(rid))),
  );
  return [...new Set((here.length > 0 ? here : moved).map(({ key }) => key))];
}

interface MadeMember {
  readonly key: string;
  readonly place: string | undefined;
  readonly waited: readonly number[];
}

/** Returns the members that a resource was created for, directly inside of `outer`. */
function membersOf({ origin }: ResourceRow, outer: readonly ApplyExpression[]): readonly MadeMember[] {
  const own = origin[outer.length];
  const isInside = outer.every(({ member }, depth) => origin[depth]?.key === member);
  if (own?.key === undefined || !isInside) return [];
  return [{ key: own.key, place: own.position && printPosition(own.position), waited: own.waitsFor }];
}

function positionText({ position }: ApplyExpression): string | undefined {
  return position && printPosition(position);
}
