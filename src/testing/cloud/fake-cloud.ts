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

/** A request that the cloud carried out or refused, in order. */
export interface Effect {
  readonly order: number;
  readonly action: "create" | "finish" | "update" | "delete" | "read" | "find";
  readonly kind: string;
  readonly name: string;
  readonly id: string | undefined;
  readonly token: string | undefined;
  /** `repeated`: a create with a token that was used before. `nothing`: the object does not exist. */
  readonly result: "done" | "repeated" | "nothing" | "refused";
}

interface Kept extends CloudObject {
  readonly unique: string | undefined;
  readonly token: string | undefined;
  readonly account: string;
  /** True if others have changed the object since it was last written by a request. */
  readonly isDisturbed: boolean;
  /** The token of the request that last wrote the object. */
  readonly writer: string | undefined;
  /** True if a create has overwritten the object. */
  readonly isOverwritten: boolean;
}

/**
 * An in-memory cloud that carries out requests and records them. Faults and outside changes are addressed by a step or
 * a label: `create bucket logs`, `bucket logs`.
 *
 * ```ts
 * const cloud = new FakeCloud();
 * cloud.failsAfterEffect("create bucket logs");
 * ```
 */
export class FakeCloud implements Cloud {
  /** The record of all requests: the ground truth for assertions. */
  readonly effects: Effect[] = [];
  /** Ids of objects that `loses` removed. */
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
      // Nothing would tell the previous owner of the object to distrust a stale read.
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
   * Refuses the next such request without any effect: `refusesOnce("create bucket logs", "QuotaExceeded")`. The code
   * `Throttled` makes the provider throw a `RetryableError`.
   */
  refusesOnce(step: string, code: string): void {
    this.#faults.add(step, { kind: "refuse", code, times: 1 });
  }

  /** Refuses every such request until `recovers` is called. */
  refuses(step: string, code: string): void {
    this.#faults.add(step, { kind: "refuse", code, times: Infinity });
  }

  /** Carries out the next such request and loses the answer. */
  failsAfterEffect(step: string, code = "Timeout"): void {
    this.#faults.add(step, { kind: "lose-answer", code, times: 1 });
  }

  /** Loses the next such request: it has no effect, but the caller cannot know that. */
  failsBeforeEffect(step: string, code = "Timeout"): void {
    this.#faults.add(step, { kind: "lose-request", code, times: 1 });
  }

  /** Accepts the next such request and does not answer until `releases` is called. It has no effect before that. */
  hangs(step: string): void {
    this.#faults.add(step, { kind: "hang", code: "", times: 1 });
  }

  /** Resolves when a request hangs in `step`. */
  hanging(step: string): Promise<void> {
    return this.#faults.hanging(step);
  }

  /** Continues the hanging requests of a step. */
  releases(step: string): void {
    this.#faults.release(step);
  }

  /** Removes all faults. */
  recovers(): void {
    this.#faults.clear();
  }

  /** Calls `observe` when a request has been carried out, before its answer is sent. */
  observes(observe: (effect: Effect) => void): void {
    this.#observe = observe;
  }

  #observe: ((effect: Effect) => void) | undefined;

  /** Simulates eventual consistency: for a while after each change, `read` and `find` return the previous state. */
  lags(clock: LagClock): void {
    this.#lag.set(clock);
  }

  /** Deletes an object from outside. */
  loses(label: string, id = this.#named(label).id): void {
    this.#objects.delete(id);
    this.lost.add(id);
    this.#takeAlong(id);
  }

  /** Deletes objects of this kind together with the object whose id is in this property. */
  takesAlong(kind: string, property: string): void {
    this.#along.set(kind, property);
  }

  /** Changes properties of an object from outside. */
  drifts(label: string, properties: Properties): void {
    const object = this.#named(label);
    this.#put({ ...object, properties: { ...object.properties, ...copy(properties) }, isDisturbed: true });
  }

  /** Marks an object, existing or deleted, as no longer in the state that its users left it in. */
  disturbs(id: string): void {
    const object = this.#objects.get(id);
    if (object === undefined) this.lost.add(id);
    else this.#objects.set(id, { ...object, isDisturbed: true });
  }

  /** Moves an object to another account from outside. */
  moves(label: string, account: string, id = this.#named(label).id): void {
    this.#put({ ...this.#objects.get(id)!, account });
  }

  /** Creates an object that belongs to no stack. Returns its id. */
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

  /** Marks an object as created later than its type allows: no stack needs to know of it. */
  disowns(id: string): void {
    this.strangers.add(id);
  }

  /** Ids of objects that belong to no stack. */
  readonly strangers = new Set<string>();

  /** Returns a copy of this cloud without its faults. */
  copy(): FakeCloud {
    const copy = new FakeCloud();
    copy.effects.push(...this.effects);
    for (const [id, object] of this.#objects) copy.#objects.set(id, object);
    for (const id of this.lost) copy.lost.add(id);
    for (const id of this.strangers) copy.strangers.add(id);
    copy.#made = this.#made;
    return copy;
  }

  /** Returns all objects, oldest first. With a label, only those of that kind and name. */
  objects(label?: string): readonly Kept[] {
    const all = [...this.#objects.values()];
    return label === undefined ? all : all.filter(({ kind, name }) => `${kind} ${name}` === label);
  }

  /** Throws unless there is exactly one such object, with these properties among its own. */
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

  /** Throws if there is such an object. */
  lacks(label: string): void {
    const found = this.objects(label);
    if (found.length > 0) throw new Error(`The cloud has ${label}: ${found.map(({ id }) => id).join(", ")}.`);
  }

  /**
   * Returns the changes since an index in the record, such as `create bucket logs`. Reads and others' changes are left
   * out.
   */
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

  /** Returns the reason why a create cannot be carried out. */
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
