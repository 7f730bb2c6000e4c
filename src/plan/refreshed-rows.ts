import type { JournalRecord, ObjectRow, ResourceId, ResourceRow, RowChange, Stored } from "../model/index.js";

/** What the world has of one object, where it is other than what state says. */
export interface FoundObject {
  readonly row: ResourceRow;
  /** Brought to the current version of its package. */
  readonly object: ObjectRow;
  readonly found: Stored | "absent";
}

/** The rows of a stack while they are refreshed. What leaves takes with it all that points at it, in one record. */
export class RefreshedRows {
  readonly #resources: Map<ResourceId, ResourceRow>;
  readonly #objects: Map<ResourceId, ObjectRow[]>;
  readonly #seenAt: { readonly seenAt?: string };

  constructor(
    rows: Iterable<ResourceRow>,
    objectsOf: (rid: ResourceId) => readonly ObjectRow[],
    seenAt: string | undefined,
  ) {
    this.#seenAt = seenAt === undefined ? {} : { seenAt };
    this.#resources = new Map(Array.from(rows, (row) => [row.rid, row]));
    this.#objects = new Map(Array.from(this.#resources.keys(), (rid) => [rid, [...objectsOf(rid)]]));
  }

  /** The record of what was found. The rows change at once, in the order of the records: several may be on their way. */
  record({ row, object, found }: FoundObject): Omit<JournalRecord, "runId"> {
    if (found === "absent")
      return { event: { kind: "recorded", what: "gone" }, changes: this.#leave(object) };
    const { edges } = this.#objects
      .get(object.rid)!
      .find(({ generation }) => generation === object.generation)!;
    const { id, inputs, outputs } = found;
    const stored = { ...object.stored, ...(id !== undefined && { id }), inputs, outputs };
    // What the stack does not own is followed. Of its own, the baseline stays: the next plan proposes the repair.
    const baseline = row.kind === "external" ? outputs : object.baseline;
    const { observed: _, ...known } = object;
    const changes = [this.#putObject({ ...known, ...this.#seenAt, stored, baseline, edges })];
    return { event: { kind: "recorded", what: "refreshed" }, changes };
  }

  #leave({ rid, generation }: ObjectRow): readonly RowChange[] {
    const left = this.#objects.get(rid)!.filter((each) => each.generation !== generation);
    this.#objects.set(rid, left);
    const drop: RowChange = { drop: "object", rid, generation };
    if (left.length > 0) return [drop];
    const heir = this.#resources.get(rid)!.parent;
    this.#resources.delete(rid);
    this.#objects.delete(rid);
    return [drop, { drop: "resource", rid }, ...this.#mend(rid, heir)];
  }

  /** Children come to the nearest ancestor that is there; every other edge to what is gone goes with it. */
  #mend(gone: ResourceId, heir: ResourceId | undefined): readonly RowChange[] {
    const changes: RowChange[] = [];
    for (const { parent, ...row } of this.#resources.values()) {
      if (parent !== gone) continue;
      const mended = { ...row, ...(heir !== undefined && { parent: heir }) };
      this.#resources.set(row.rid, mended);
      changes.push({ put: "resource", row: mended });
    }
    for (const object of [...this.#objects.values()].flat()) {
      if (!object.edges.some(({ to }) => to === gone)) continue;
      const edges = object.edges.flatMap((edge) => {
        if (edge.to !== gone) return [edge];
        return edge.kind === "parent" && heir !== undefined ? [{ ...edge, to: heir }] : [];
      });
      changes.push(this.#putObject({ ...object, edges }));
    }
    return changes;
  }

  #putObject(row: ObjectRow): RowChange {
    const others = this.#objects.get(row.rid)!.filter(({ generation }) => generation !== row.generation);
    this.#objects.set(row.rid, [...others, row]);
    return { put: "object", row };
  }
}
