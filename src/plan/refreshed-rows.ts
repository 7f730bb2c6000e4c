import type { JournalRecord, ObjectRow, ResourceId, ResourceRow, RowChange, Stored } from "../model/index.js";

/** An object that differs from state. */
export interface FoundObject {
  readonly row: ResourceRow;
  /** Upgraded to the current version of its package. */
  readonly object: ObjectRow;
  readonly found: Stored | "absent";
}

/** The rows of a stack during a refresh. A removed row takes all references to it with it, in one record. */
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

  /**
   * Returns the record for an object. The rows change immediately, in the order of the records, because several
   * records may be in flight.
   */
  record({ row, object, found }: FoundObject): Omit<JournalRecord, "runId"> {
    if (found === "absent")
      return { event: { kind: "recorded", what: "gone" }, changes: this.#leave(object) };
    const { edges } = this.#objects
      .get(object.rid)!
      .find(({ generation }) => generation === object.generation)!;
    const { id, inputs, outputs } = found;
    const stored = { ...object.stored, ...(id !== undefined && { id }), inputs, outputs };
    // An external resource follows the observed outputs. A managed one keeps its baseline, so that the next plan
    // proposes the repair.
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

  /** Children move to the nearest remaining ancestor; all other edges to the removed resource are dropped. */
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
