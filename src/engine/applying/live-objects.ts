import type { Slot } from "../../apply/index.js";
import { objectKey, type ObjectRow, type Step } from "../../model/index.js";
import {
  decideDelete,
  mayReturn,
  type Creation,
  type DeleteVerdict,
  type HeldObject,
} from "../../plan/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import { typeAndId, type ObjectIdentities } from "../providers/object-identities.js";

interface LiveObject {
  readonly urn: string;
  readonly object: ObjectRow;
}

/** A delete that was not performed. */
type NotDeleted = Exclude<DeleteVerdict, { kind: "delete" }>;

interface Running<Subject> {
  readonly subject: Subject;
  readonly ended: Promise<void>;
}

/** A delete of this run. It has ended once `endedAt` is set. */
interface Deletion extends Running<ObjectRow> {
  endedAt?: number;
}

/**
 * The current objects of all resources during an apply. A create may return an object that already exists, so a planned
 * delete may target an object that a resource uses by now.
 */
export class LiveObjects {
  readonly #state: SnapshotIndex;
  readonly #identities: ObjectIdentities;
  /** False if the plan deletes nothing: then nothing has to be tracked. */
  readonly #isNeeded: boolean;
  /** Objects that the plan removes. They do not protect an object from deletion. */
  readonly #leaving: ReadonlySet<string>;
  /** Objects by type and id, then by record. Built at the first delete, because most applies delete nothing. */
  #known: Map<string, Map<string, LiveObject>> | undefined;
  readonly #entered: LiveObject[] = [];
  readonly #left = new Set<string>();
  /** All deletes of this run, by type and id. */
  readonly #deletions = new Map<string, Deletion>();
  readonly #deleting = new Set<Deletion>();
  readonly #creating = new Set<Running<Creation>>();
  /** Creates that did not answer. Each may have returned any object that matches it. */
  readonly #uncertain: Creation[] = [];
  #time = 0;

  constructor(
    state: SnapshotIndex,
    identities: ObjectIdentities,
    steps: readonly Step[],
    leaving: Iterable<ObjectRow>,
  ) {
    this.#state = state;
    this.#identities = identities;
    this.#isNeeded = steps.some(({ action }) => action === "delete");
    this.#leaving = new Set(Array.from(leaving, keyOf));
  }

  /** Records that a resource now has this object. */
  enter(urn: string, object: ObjectRow): void {
    if (!this.#isNeeded) return;
    if (this.#known === undefined) this.#entered.push({ urn, object });
    else this.#add({ urn, object });
  }

  /** Records that no resource has this object any more. */
  leave(object: ObjectRow): void {
    if (this.#known === undefined) this.#left.add(keyOf(object));
    else this.#known.get(typeAndId(object))?.delete(keyOf(object));
  }

  /** Creates an object. Deletes that may target the same object wait. */
  creating<T extends { readonly kind: string }>(
    creation: Creation,
    slot: Slot,
    create: (begun: number) => Promise<T>,
  ): Promise<T> {
    return this.#isNeeded ? this.#creatingApart(creation, slot, create) : create(0);
  }

  async #creatingApart<T extends { readonly kind: string }>(
    creation: Creation,
    slot: Slot,
    create: (begun: number) => Promise<T>,
  ): Promise<T> {
    await untilNone(this.#deleting, ({ subject }) => mayReturn(creation, subject.stored), slot);
    const { running, end } = begin(creation);
    this.#creating.add(running);
    try {
      const created = await create(++this.#time);
      if (created.kind === "uncertain") this.#uncertain.push(creation);
      return created;
    } finally {
      this.#creating.delete(running);
      end();
    }
  }

  /**
   * Deletes the object of a record, unless a resource has it or may have it (see `decideDelete`). The record itself
   * stops counting, unless another resource only may have the object. Creates that may return the same object wait.
   */
  async deleting<T>(object: ObjectRow, slot: Slot, remove: () => Promise<T>): Promise<T | NotDeleted> {
    await untilNone(this.#creating, ({ subject }) => mayReturn(subject, object.stored), slot);
    const uncertain = this.#uncertain.find((each) => mayReturn(each, object.stored))?.urn;
    if (uncertain !== undefined) {
      const verdict = decideDelete({ object: await this.#held({ urn: "", object }), uncertain });
      if (verdict.kind !== "delete") return verdict;
    }
    const { running, end } = begin(object);
    const deletion: Deletion = running;
    this.#deleting.add(deletion);
    this.#deletions.set(typeAndId(object), deletion);
    try {
      const verdict = await this.#takeOut(object);
      return verdict.kind === "delete" ? await remove() : verdict;
    } finally {
      deletion.endedAt = ++this.#time;
      this.#deleting.delete(deletion);
      end();
    }
  }

  /**
   * Resolves to whether a delete of the same object overlapped with the create that began at `begun`; undefined if
   * there was no such delete. Waits for the delete to end.
   */
  wasDeletedSince(object: ObjectRow, begun: number): Promise<boolean> | undefined {
    const deletion = this.#deletions.get(typeAndId(object));
    if (deletion === undefined || (deletion.endedAt ?? Infinity) < begun) return undefined;
    return this.#isDeleted(object, deletion);
  }

  async #isDeleted(object: ObjectRow, deletion: Deletion): Promise<boolean> {
    const identity = await this.#identities.of(object);
    if (identity === undefined || (await this.#identities.of(deletion.subject)) !== identity) return false;
    await deletion.ended;
    return true;
  }

  async #takeOut(object: ObjectRow): Promise<DeleteVerdict> {
    const self = { urn: "", object };
    const found = new Map<ObjectRow, HeldObject | undefined>();
    const isAsked = (each: LiveObject) => found.has(each.object);
    // A create may end with another object while one is checked.
    for (let open = this.#others(object); !open.every(isAsked); open = this.#others(object))
      for (const each of [self, ...open]) if (!isAsked(each)) found.set(each.object, await this.#held(each));
    const staying = this.#others(object).flatMap((each) => found.get(each.object) ?? []);
    this.leave(object);
    return decideDelete({ object: found.get(object), staying });
  }

  async #held({ urn, object }: LiveObject): Promise<HeldObject | undefined> {
    const identity = await this.#identities.of(object);
    return identity === undefined ? undefined : { key: keyOf(object), urn, identity };
  }

  #others(object: ObjectRow): readonly LiveObject[] {
    const known = (this.#known ??= this.#all());
    const same = known.get(typeAndId(object));
    return same === undefined
      ? []
      : [...same.values()].filter((each) => keyOf(each.object) !== keyOf(object));
  }

  #all(): Map<string, Map<string, LiveObject>> {
    this.#known = new Map();
    for (const { rid, urn, kind } of this.#state.byUrn.values()) {
      const object = kind === "custom" ? this.#state.currentOf(rid) : undefined;
      if (object !== undefined && !this.#leaving.has(keyOf(object))) this.#add({ urn, object });
    }
    for (const each of this.#entered) this.#add(each);
    for (const each of this.#known.values())
      for (const key of each.keys()) if (this.#left.has(key)) each.delete(key);
    return this.#known;
  }

  #add(live: LiveObject): void {
    const key = typeAndId(live.object);
    const same = this.#known!.get(key);
    if (same === undefined) this.#known!.set(key, new Map([[keyOf(live.object), live]]));
    else same.set(keyOf(live.object), live);
  }
}

async function untilNone<Each extends Running<unknown>>(
  running: ReadonlySet<Each>,
  isInTheWay: (each: Each) => boolean,
  slot: Slot,
): Promise<void> {
  const next = () => [...running].find(isInTheWay);
  for (let each = next(); each !== undefined; each = next()) {
    const { ended } = each;
    await slot.aside(() => ended);
  }
}

function begin<Subject>(subject: Subject): { readonly running: Running<Subject>; readonly end: () => void } {
  let end!: () => void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { running: { subject, ended }, end };
}

function keyOf({ rid, generation }: ObjectRow): string {
  return objectKey(rid, generation);
}
