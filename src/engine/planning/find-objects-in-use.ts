import { objectKey, type ObjectRow, type ResourceId, type ResourceRow } from "../../model/index.js";
import { objectsInUse, type HeldObject } from "../../plan/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import { ObjectIdentities, typeAndId } from "../providers/object-identities.js";
import type { RemovalPorts } from "./plan-removals.js";

/**
 * Returns the records whose objects must not be deleted, because another resource keeps the same object, each with the
 * URN of that resource. `unwanted` are the records that are removed from state; records of replaced objects are added.
 */
export async function findObjectsInUse(
  unwanted: readonly { readonly row: ResourceRow; readonly object: ObjectRow }[],
  ports: Pick<RemovalPorts, "snapshot" | "state" | "pool" | "settings" | "replaced">,
): Promise<ReadonlyMap<string, string>> {
  const { snapshot, state, replaced } = ports;
  const leaving = [
    ...unwanted.filter(({ row }) => row.options.retainOnDelete !== true).map(({ object }) => object),
    ...replaced.flatMap(({ prior, options }) => (options.retainOnDelete ? [] : [prior!.object])),
  ].filter(({ stored }) => stored.id !== undefined);
  if (leaving.length === 0) return new Map();
  const keys = new Set(leaving.map(keyOf));
  const wanted = new Map<string, number>();
  for (const object of leaving) wanted.set(typeAndId(object), (wanted.get(typeAndId(object)) ?? 0) + 1);
  const isRepeated = (object: ObjectRow) => wanted.get(typeAndId(object))! > 1;
  if (wanted.size < leaving.length) sortByNeeds(leaving, isRepeated, state);
  const staying = [...snapshot.objects.values()].filter(
    (object) => wanted.has(typeAndId(object)) && !keys.has(keyOf(object)) && isKept(object, snapshot),
  );
  const shared = new Set(staying.map(typeAndId));
  for (const [each, count] of wanted) if (count > 1) shared.add(each);
  const identities = new ObjectIdentities({
    ...ports,
    configurationOf: (rid) => state.currentOf(rid)?.stored.inputs,
  });
  const held = async (objects: readonly ObjectRow[]): Promise<readonly HeldObject[]> => {
    const found: HeldObject[] = [];
    for (const object of objects) {
      const identity = shared.has(typeAndId(object)) ? await identities.of(object) : undefined;
      if (identity !== undefined) found.push({ key: keyOf(object), urn: state.urnOf(object.rid), identity });
    }
    return found;
  };
  return objectsInUse(await held(leaving), await held(staying));
}

/**
 * True for the current object of a resource, and for a replaced object that this plan does not delete (a later plan
 * does).
 */
function isKept({ rid, status }: ObjectRow, { resources }: RemovalPorts["snapshot"]): boolean {
  const { kind, options } = resources.get(rid)!;
  return status === "doomed" ? options.retainOnDelete !== true : status === "current" && kind === "custom";
}

/**
 * Sorts the record to be deleted last. Leftovers of an earlier replacement yield to current objects, and a resource
 * yields to its dependencies, because it must be deleted before them.
 */
function sortByNeeds(
  leaving: ObjectRow[],
  isRepeated: (object: ObjectRow) => boolean,
  state: SnapshotIndex,
): void {
  const needs = new Map<ResourceId, number>();
  for (const { rid } of leaving.filter(isRepeated)) {
    const all = new Set(state.needs(rid));
    for (const each of all) for (const next of state.needs(each)) all.add(next);
    needs.set(rid, all.size);
  }
  const isCurrent = ({ status }: ObjectRow) => Number(status === "current");
  leaving.sort((a, b) => isCurrent(a) - isCurrent(b) || (needs.get(b.rid) ?? 0) - (needs.get(a.rid) ?? 0));
}

function keyOf({ rid, generation }: ObjectRow): string {
  return objectKey(rid, generation);
}
