import type { JournalRecord, Snapshot } from "../../../src/model/index.js";
import type {
  RawBatch,
  RawHead,
  RawStack,
  RawStore,
  StackRun,
  StackStore,
  StorePorts,
} from "../../../src/store/internal.js";
import type { Cloud, Effect } from "../../../src/testing/cloud/index.js";
import { labelOf } from "./label.js";

/**
 * One process, which can be killed at a named place. From then on nothing that it asks of the world is carried
 * out, and nothing is answered, so whatever it was doing stands still for ever.
 */
export class ProcessLife {
  readonly ports: StorePorts;
  /** Resolves when it is killed. */
  readonly died: Promise<void>;
  readonly #kill: () => void;
  #crash: { readonly place: string; readonly when: "before" | "after" } | undefined;
  #isDead = false;
  #die!: () => void;

  constructor(ports: StorePorts, kill: () => void) {
    this.ports = ports;
    this.#kill = kill;
    this.died = new Promise((resolve) => {
      this.#die = resolve;
    });
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** Kills it when it comes to `place`: `intent create bucket logs`, `effect …`, `identified …`, `outcome …`, `end`. */
  crashes(when: "before" | "after", place: string): void {
    this.#crash = { when, place };
  }

  /** Kills it now. */
  kill(): void {
    this.#isDead = true;
    this.#kill();
    this.#die();
  }

  /** The place where it is to be killed, if it has not come there. */
  get expectedCrash(): string | undefined {
    return this.#isDead ? undefined : this.#crash?.place;
  }

  saw({ action, kind, name, result }: Effect): void {
    if (result === "done") this.#reached("after", `effect ${action} ${kind} ${name}`);
  }

  cloud(cloud: Cloud): Cloud {
    return {
      create: (request) => this.#guard(() => cloud.create(request)),
      finish: (request) => this.#guard(() => cloud.finish(request)),
      update: (request) => this.#guard(() => cloud.update(request)),
      delete: (request) => this.#guard(() => cloud.delete(request)),
      read: (request) => this.#guard(() => cloud.read(request)),
      find: (request) => this.#guard(() => cloud.find(request)),
    };
  }

  /** `appended` is told what the store made of each batch. */
  rawStore(store: RawStore, appended: (batch: RawBatch, head: RawHead) => void = () => {}): RawStore {
    const guarded = (stack: RawStack): RawStack => ({
      read: (begin) => stack.read(begin),
      head: () => stack.head(),
      append: (batch) =>
        this.#guard(async () => {
          const head = await stack.append(batch);
          appended(batch, head);
          return head;
        }),
      journal: (after) => stack.journal(after),
      lastBefore: (epoch) => stack.lastBefore(epoch),
      runs: () => stack.runs(),
      settle: (options) => this.#guard(() => stack.settle(options)),
      close: () => stack.close(),
    });
    return {
      list: (project) => store.list(project),
      exists: (stack) => store.exists(stack),
      where: (stack) => store.where(stack),
      open: async (stack) => {
        const found = await store.open(stack);
        return found && guarded(found);
      },
      create: async (head) => guarded(await store.create(head)),
      restore: (copy) => this.#guard(() => store.restore(copy)),
      remove: (stack) => this.#guard(() => store.remove(stack)),
    };
  }

  stackStore(store: StackStore): StackStore {
    return {
      lineage: store.lineage,
      read: () => store.read(),
      heldBy: () => store.heldBy(),
      begin: async (request) => this.#run(await store.begin(request)),
      journal: (after) => store.journal(after),
      history: () => store.history(),
      keyedDigest: (use, text) => store.keyedDigest(use, text),
      sealDocument: (content, beside) => store.sealDocument(content, beside),
      openDocument: (sealed, beside) => store.openDocument(sealed, beside),
      verify: (options) => store.verify(options),
      remove: () => this.#guard(() => store.remove()),
      close: () => store.close(),
    };
  }

  #run(run: StackRun): StackRun {
    const operations = new Map(
      [...run.snapshot.open.values()].map((intent) => [
        intent.operation,
        `${intent.action} ${rowLabel(run.snapshot, intent.rid)}`,
      ]),
    );
    const enter = async (record: Omit<JournalRecord, "runId">) => {
      const place = placeOf(record, run, operations);
      this.#reached("before", place);
      const { durable } = await this.#guard(() => run.enter(record));
      return {
        durable: this.#passed(
          place,
          this.#guard(() => durable),
        ),
      };
    };
    return {
      epoch: run.epoch,
      runId: run.runId,
      snapshot: run.snapshot,
      ...(run.tookOver !== undefined && { tookOver: run.tookOver }),
      ...(run.lease !== undefined && { lease: run.lease }),
      current: () => run.current(),
      get nextSequence() {
        return run.nextSequence;
      },
      nextRid: () => run.nextRid(),
      get outputs() {
        return run.outputs;
      },
      enter,
      append: async (record) => (await enter(record)).durable,
      rotateKey: (others = async () => {}) =>
        this.#guard(() => run.rotateKey(() => this.#at("outside", others))),
      rewrapKey: (source) => this.#guard(() => run.rewrapKey(source)),
      prune: (keepRuns) => this.#guard(() => run.prune(keepRuns)),
      end: (result, summary, more) => this.#at("end", () => run.end(result, summary, more)),
    };
  }

  async #at(place: string, work: () => Promise<void>): Promise<void> {
    this.#reached("before", place);
    await this.#passed(place, this.#guard(work));
  }

  async #passed(place: string, work: Promise<void>): Promise<void> {
    await work;
    this.#reached("after", place);
    if (this.#isDead) await forever();
  }

  #reached(when: "before" | "after", place: string): void {
    if (!this.#isDead && this.#crash?.when === when && this.#crash.place === place) this.kill();
  }

  async #guard<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isDead) return forever();
    try {
      const answer = await work();
      return this.#isDead ? await forever() : answer;
    } catch (error) {
      if (this.#isDead) return forever();
      throw error;
    }
  }
}

/** One of its own for whoever waits: what is waited for by the dead is gone with them. */
function forever(): Promise<never> {
  return new Promise(() => {});
}

function placeOf(
  { event, changes }: Omit<JournalRecord, "runId">,
  run: StackRun,
  operations: Map<string, string>,
): string {
  const [label = ""] = changes.flatMap((change) =>
    "put" in change && change.put === "resource" ? [labelOf(change.row)] : [],
  );
  switch (event.kind) {
    case "intent": {
      const what = `${event.action} ${label || rowLabel(run.current(), event.rid)}`;
      operations.set(event.operation, what);
      return `intent ${what}`;
    }
    case "identified":
    case "running":
    case "outcome":
      return `${event.kind} ${operations.get(event.operation)}`;
    case "recorded":
      return `record ${label || event.what}`;
    default:
      return event.kind;
  }
}

function rowLabel(snapshot: Snapshot, rid: number): string {
  const row = snapshot.resources.get(rid);
  return row === undefined ? `resource ${rid}` : labelOf(row);
}
