import { isDeepStrictEqual } from "node:util";
import {
  CloudError,
  type Cloud,
  type CloudObject,
  type CloudObjectName,
  type CreateObject,
  type Properties,
} from "./cloud.js";
import { Faults } from "./faults.js";
import { Lag, type LagClock } from "./lag.js";

/** Something that was done to the cloud, or refused; in the order in which it was. */
export interface Effect {
  readonly order: number;
  readonly action: "create" | "finish" | "update" | "delete" | "read" | "find";
  readonly kind: string;
  readonly name: string;
  readonly id: string | undefined;
  readonly token: string | undefined;
  /** `repeated`: a create whose token had been seen. `nothing`: there was no such object. */
  readonly result: "done" | "repeated" | "nothing" | "refused";
}

interface Kept extends CloudObject {
  readonly unique: string | undefined;
  readonly token: string | undefined;
  readonly account: string;
  /** Changed by others since it was last written through the front door. */
  readonly isDisturbed: boolean;
  /** The token of the change that last wrote it. */
  readonly writer: string | undefined;
  /** Whether a create has overwritten it. */
  readonly isOverwritten: boolean;
}

/**
 * A cloud in memory that does what it is told and writes it down. Faults and changes behind the back of its
 * users are named by what a story would call them: `create bucket logs`, `bucket logs`.
 */
export class FakeCloud implements Cloud {
  /** Everything that was asked, the oracle of what really happened. */
  readonly effects: Effect[] = [];
  /** Ids of objects that were taken away behind the back of their users. */
  readonly lost = new Set<string>();
  readonly #objects = new Map<string, Kept>();
  readonly #faults = new Faults();
  readonly #lag = new Lag<Kept>();
  readonly #along = new Map<string, string>();
  #made = 0;

  async create(request: CreateObject): Promise<CloudObject> {
    const { kind, name, token, honoursToken = true, account = "main" } = request;
    const step = `create ${kind} ${name}`;
    return this.#faults.around(step, (refuse) => {
      const log = (result: Effect["result"], id?: string) =>
        this.#log({ action: "create", kind, name, id, token, result });
      const first = honoursToken && token !== undefined ? this.#withToken(kind, token)[0] : undefined;
      const fault = refuse ?? this.#objection(request, first);
      if (fault !== undefined) {
        log("refused");
        throw fault;
      }
      if (first !== undefined) {
        log("repeated", first.id);
        return first;
      }
      const same = request.overwrites ? this.#called(request) : undefined;
      const object: Kept = {
        kind,
        id: same?.id ?? `${kind}-${++this.#made}`,
        name,
        properties: copy(request.properties),
        ready: request.ready ?? true,
        revision: (same?.revision ?? 0) + 1,
        unique: request.unique,
        token,
        account,
        isDisturbed: false,
        writer: token,
        isOverwritten: same !== undefined,
      };
      this.#objects.set(object.id, object);
      // Whoever had the object before would have no reason to doubt what it reads.
      if (same === undefined) this.#lag.changed(object.id, undefined);
      log("done", object.id);
      return object;
    });
  }

  finish(request: CloudObjectName): Promise<CloudObject> {
    return this.#change("finish", request, (object) => ({ ...object, ready: true }));
  }

  update(request: CloudObjectName & { readonly properties: Properties }): Promise<CloudObject> {
    const properties = copy(request.properties);
    return this.#change("update", request, (object) => ({
      ...object,
      properties,
      ready: true,
      isDisturbed: false,
    }));
  }

  async delete({ kind, id, account, token }: CloudObjectName): Promise<void> {
    const object = this.#objects.get(id);
    const name = object?.name ?? id;
    return this.#faults.around(`delete ${kind} ${name}`, (refuse) => {
      const fault = refuse ?? this.#noAccess(object, account);
      const result = fault !== undefined ? "refused" : object === undefined ? "nothing" : "done";
      this.#log({ action: "delete", kind, name, id, token, result });
      if (fault !== undefined) throw fault;
      if (object !== undefined) this.#lag.changed(id, object);
      this.#objects.delete(id);
      this.#takeAlong(id);
    });
  }

  async read({ kind, id, account }: CloudObjectName): Promise<CloudObject | null> {
    const name = this.#objects.get(id)?.name ?? id;
    return this.#faults.around(`read ${kind} ${name}`, (refuse) => {
      const object = this.#lag.seenAs(id, this.#objects.get(id));
      const fault = refuse ?? this.#noAccess(object, account);
      const result = fault !== undefined ? "refused" : object === undefined ? "nothing" : "done";
      this.#log({ action: "read", kind, name, id, token: undefined, result });
      if (fault !== undefined) throw fault;
      return object ?? null;
    });
  }

  async find({ kind, token }: { readonly kind: string; readonly token: string }) {
    return this.#faults.around(`find ${kind}`, (refuse) => {
      const found = this.#withToken(kind, token, this.#lag.seen(this.#objects));
      const result = refuse !== undefined ? "refused" : found.length === 0 ? "nothing" : "done";
      this.#log({ action: "find", kind, name: found[0]?.name ?? "", id: found[0]?.id, token, result });
      if (refuse !== undefined) throw refuse;
      return found;
    });
  }

  /**
   * Refuses the next such request: `refusesOnce("create bucket logs", "QuotaExceeded")`. Certain: nothing happens. The
   * code `Throttled` lets the provider throw a `RetryableError`.
   */
  refusesOnce(step: string, code: string): void {
    this.#faults.add(step, { kind: "refuse", code, times: 1 });
  }

  /** Refuses every such request until `recovers`. */
  refuses(step: string, code: string): void {
    this.#faults.add(step, { kind: "refuse", code, times: Infinity });
  }

  /** Carries the next such request out and loses the answer. */
  failsAfterEffect(step: string, code = "Timeout"): void {
    this.#faults.add(step, { kind: "lose-answer", code, times: 1 });
  }

  /** Loses the next such request: nothing happens, and whoever asked cannot know that. */
  failsBeforeEffect(step: string, code = "Timeout"): void {
    this.#faults.add(step, { kind: "lose-request", code, times: 1 });
  }

  /** Takes the next such request and is silent until `releases`; nothing happens before that. */
  hangs(step: string): void {
    this.#faults.add(step, { kind: "hang", code: "", times: 1 });
  }

  /** Resolves when a request hangs in `step`. */
  hanging(step: string): Promise<void> {
    return this.#faults.hanging(step);
  }

  /** Lets what hangs go on. */
  releases(step: string): void {
    this.#faults.release(step);
  }

  /** No more faults. */
  recovers(): void {
    this.#faults.clear();
  }

  /** Calls `observe` when a request has been carried out, before its answer goes out. */
  observes(observe: (effect: Effect) => void): void {
    this.#observe = observe;
  }

  #observe: ((effect: Effect) => void) | undefined;

  /** From now on `read` and `find` answer for a while after a create, an update or a delete as they did before it. */
  lags(clock: LagClock): void {
    this.#lag.set(clock);
  }

  /** Takes an object away behind its users' back. */
  loses(label: string, id = this.#named(label).id): void {
    this.#objects.delete(id);
    this.lost.add(id);
    this.#takeAlong(id);
  }

  /** From now on an object of this kind is gone with the one whose id a property of it is. */
  takesAlong(kind: string, property: string): void {
    this.#along.set(kind, property);
  }

  /** Changes properties of an object behind its users' back. */
  drifts(label: string, properties: Properties): void {
    const object = this.#named(label);
    this.#put({ ...object, properties: { ...object.properties, ...copy(properties) }, isDisturbed: true });
  }

  /** Says that what an object is, or that it is gone, is no longer what its users made of it. */
  disturbs(id: string): void {
    const object = this.#objects.get(id);
    if (object === undefined) this.lost.add(id);
    else this.#objects.set(id, { ...object, isDisturbed: true });
  }

  /** Hands an object over to another account, behind its users' back. */
  moves(label: string, account: string, id = this.#named(label).id): void {
    this.#put({ ...this.#objects.get(id)!, account });
  }

  /** Makes an object that no stack made; returns its id. */
  adds(label: string, properties: Properties = {}): string {
    const [kind = "", name = ""] = label.split(" ");
    const object: Kept = {
      kind,
      id: `${kind}-${++this.#made}`,
      name,
      properties: copy(properties),
      ready: true,
      revision: 1,
      unique: undefined,
      token: undefined,
      account: "main",
      isDisturbed: true,
      writer: undefined,
      isOverwritten: false,
    };
    this.#objects.set(object.id, object);
    this.strangers.add(object.id);
    return object.id;
  }

  /** Says that an object was made later than its type says is possible: no stack has to know of it. */
  disowns(id: string): void {
    this.strangers.add(id);
  }

  /** Ids of objects that no stack made. */
  readonly strangers = new Set<string>();

  /** Another cloud in which the same has happened. Faults are not taken over. */
  copy(): FakeCloud {
    const copy = new FakeCloud();
    copy.effects.push(...this.effects);
    for (const [id, object] of this.#objects) copy.#objects.set(id, object);
    for (const id of this.lost) copy.lost.add(id);
    for (const id of this.strangers) copy.strangers.add(id);
    copy.#made = this.#made;
    return copy;
  }

  /** Everything that is there, oldest first; with a label only that kind and name. */
  objects(label?: string): readonly Kept[] {
    const all = [...this.#objects.values()];
    return label === undefined ? all : all.filter(({ kind, name }) => `${kind} ${name}` === label);
  }

  /** Fails unless there is exactly one such object, with these properties among its own. */
  has(label: string, properties: Properties = {}): void {
    const object = this.#named(label);
    for (const [property, expected] of Object.entries(properties)) {
      const found = object.properties[property];
      if (!isDeepStrictEqual(found, expected)) {
        throw new Error(
          `The cloud's ${label} has ${property} ${JSON.stringify(found)}, not ${JSON.stringify(expected)}.`,
        );
      }
    }
  }

  /** Fails if there is such an object. */
  lacks(label: string): void {
    const found = this.objects(label);
    if (found.length > 0) throw new Error(`The cloud has ${label}: ${found.map(({ id }) => id).join(", ")}.`);
  }

  /** What was done since a place in the record, as lines: `create bucket logs`. Reads are left out, and what others did. */
  changes(since = 0, isOthers = (_order: number) => false): readonly string[] {
    return this.effects
      .slice(since)
      .filter(({ order }) => !isOthers(order))
      .filter(({ action, result }) => action !== "read" && action !== "find" && result === "done")
      .map(({ action, kind, name }) => `${action} ${kind} ${name}`);
  }

  #takeAlong(gone: string): void {
    for (const { kind, id, properties } of this.#objects.values()) {
      const property = this.#along.get(kind);
      if (property !== undefined && properties[property] === gone) this.loses(kind, id);
    }
  }

  #change(
    action: "finish" | "update",
    { kind, id, account, token }: CloudObjectName,
    change: (object: Kept) => Kept,
  ): Promise<CloudObject> {
    const name = this.#objects.get(id)?.name ?? id;
    return this.#faults.around(`${action} ${kind} ${name}`, (refuse) => {
      const object = this.#objects.get(id);
      const missing =
        object === undefined ? new CloudError("NotFound", `There is no ${kind} ${id}.`) : undefined;
      const fault = refuse ?? missing ?? this.#noAccess(object, account);
      this.#log({ action, kind, name, id, token, result: fault === undefined ? "done" : "refused" });
      if (fault !== undefined || object === undefined) throw fault ?? missing!;
      this.#lag.changed(id, object);
      return this.#put({ ...change(object), writer: token });
    });
  }

  #put(object: Kept): Kept {
    const next = { ...object, revision: object.revision + 1 };
    this.#objects.set(next.id, next);
    return next;
  }

  /** Why a create cannot be carried out. */
  #objection(request: CreateObject, first: Kept | undefined): CloudError | undefined {
    const { kind, name, unique, properties, overwrites } = request;
    if (first !== undefined) {
      const isSame =
        first.name === name && (first.revision > 1 || isDeepStrictEqual(first.properties, properties));
      return isSame
        ? undefined
        : new CloudError("TokenReused", `The token of ${first.id} was used for another ${kind}.`);
    }
    const taken = this.#called(request);
    if (taken === undefined) return undefined;
    if (overwrites) return this.#noAccess(taken, request.account);
    return new CloudError("NameTaken", `${taken.id} is called ${unique} already.`);
  }

  #called({ kind, unique }: CreateObject): Kept | undefined {
    if (unique === undefined) return undefined;
    return [...this.#objects.values()].find((each) => each.kind === kind && each.unique === unique);
  }

  #noAccess(object: Kept | undefined, account = "main"): CloudError | undefined {
    if (object === undefined || object.account === account) return undefined;
    return new CloudError(
      "AccessDenied",
      `${object.id} belongs to the account ${object.account}, not to ${account}.`,
    );
  }

  #withToken(
    kind: string,
    token: string,
    objects: readonly Kept[] = [...this.#objects.values()],
  ): readonly Kept[] {
    return objects.filter((each) => each.kind === kind && each.token === token);
  }

  #named(label: string): Kept {
    const [object, ...others] = this.objects(label);
    if (object !== undefined && others.length === 0) return object;
    const there = [...this.#objects.values()].map(({ kind, name }) => `${kind} ${name}`);
    throw new Error(
      `The cloud has ${others.length === 0 ? "no" : others.length + 1} ${label}, only these: ${there.join(", ") || "nothing"}.`,
    );
  }

  #log(effect: Omit<Effect, "order">): void {
    const made = { order: this.effects.length, ...effect };
    this.effects.push(made);
    this.#observe?.(made);
  }
}

function copy(properties: Properties): Properties {
  return structuredClone(properties);
}
