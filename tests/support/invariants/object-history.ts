import {
  equalValues,
  objectKey,
  type JournalRecord,
  type ObjectRow,
  type ResourceId,
  type RowChange,
  type Snapshot,
} from "../../../src/model/index.js";
import { cloudIdOf } from "../../../src/testing/managed-object.js";

/** What became of the objects of a stack, as its journal tells. */
export class ObjectHistory {
  /** Ids of objects that state ever had as the stack's own. */
  readonly managed = new Set<string>();
  /** Ids of objects that state let go of on purpose: they may go on existing. */
  readonly forgotten = new Set<string>();
  /** Objects whose inputs were written anew since they were last sent: spelled otherwise, or completed. */
  readonly rewritten = new Set<string>();
  /** Ids of objects that are gone, whoever does it, when another one is deleted. */
  readonly #goingWith = new Set<string>();
  /** Ids of objects that state let go of before the one that they go with; by the resource of that. */
  readonly #goneBefore = new Map<ResourceId, string[]>();

  /** `command`: what the run is that the record is of. */
  enter({ event, changes }: JournalRecord, before: Snapshot, command: string): void {
    for (const change of changes) {
      if ("put" in change && change.put === "object") this.#put(change.row, event.kind, before, changes);
      if (!("drop" in change) || change.drop !== "object") continue;
      for (const id of this.#goneBefore.get(change.rid) ?? []) this.forgotten.add(id);
      if (event.kind === "recorded")
        this.#dropped(before.objects.get(objectKey(change.rid, change.generation)), before, command);
    }
  }

  #put(row: ObjectRow, by: string, before: Snapshot, changes: readonly RowChange[]): void {
    const key = objectKey(row.rid, row.generation);
    const inputs = before.objects.get(key)?.stored.inputs;
    if (by !== "recorded") this.rewritten.delete(key);
    else if (inputs !== undefined && !equalValues(inputs, row.stored.inputs)) this.rewritten.add(key);
    const made = changes.flatMap((change) =>
      "put" in change && change.put === "resource" && change.row.rid === row.rid ? [change.row] : [],
    );
    const resource = made.at(-1) ?? before.resources.get(row.rid);
    const id = cloudIdOf(row.stored);
    if (id === undefined) return;
    if (resource?.kind === "custom") this.managed.add(id);
    if (row.edges.some(({ kind }) => kind === "deleted-with")) this.#goingWith.add(id);
  }

  /** What is dropped because nothing was found where it was is none of these: it must really be gone. */
  #dropped(object: ObjectRow | undefined, before: Snapshot, command: string): void {
    const id = object && cloudIdOf(object.stored);
    if (object === undefined || id === undefined) return;
    const resource = before.resources.get(object.rid);
    // Its object is that of another record, which stays.
    const isShared = [...before.objects.values()].some(
      (each) => each !== object && each.status !== "owed" && cloudIdOf(each.stored) === id,
    );
    if (isShared) return;
    const isOnPurpose =
      commandsThatForget.has(command) ||
      resource?.kind !== "custom" ||
      resource.options.retainOnDelete === true ||
      this.#hasGone(object, before);
    if (isOnPurpose) this.forgotten.add(id);
    for (const rid of leadersOf(object))
      this.#goneBefore.set(rid, [...(this.#goneBefore.get(rid) ?? []), id]);
  }

  /** Whether an object has gone with another: none that it goes with is there any more, or is to stay. */
  #hasGone({ stored, edges }: ObjectRow, before: Snapshot): boolean {
    if (!this.#goingWith.has(cloudIdOf(stored) ?? "")) return false;
    const leaders = leadersOf({ edges });
    return [...before.objects.values()].every(
      (each) => !leaders.has(each.rid) || each.status !== "current" || this.#hasGone(each, before),
    );
  }
}

function leadersOf({ edges }: Pick<ObjectRow, "edges">): ReadonlySet<ResourceId> {
  return new Set(edges.flatMap(({ kind, to }) => (kind === "deleted-with" ? [to] : [])));
}

const commandsThatForget = new Set(["state rm", "stack import"]);
