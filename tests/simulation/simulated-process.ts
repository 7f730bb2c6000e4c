import { Stack, type MovesPort } from "../../src/engine/index.js";
import { recordProgram } from "../../src/program/index.js";
import { packageHost } from "../../src/provider/host/index.js";
import { openStore, type RawBatch, type RawStack, type RawStore } from "../../src/store/index.js";
import type { StackStore, StorePorts } from "../../src/store/index.js";
import { sqliteProblem } from "../../src/store/sqlite/sqlite-problem.js";
import { CloudError, type Cloud } from "../../src/testing/cloud/index.js";
import { fakeProvider, type FakeOverrides } from "../../src/testing/fake-provider.js";
import { wordsOf } from "../../src/testing/scenario/words.js";
import type { FaultKind, Wait } from "./faults.js";
import { malformed } from "./malformed.js";
import { programOf } from "./program-of.js";
import type { SimulatedWorld } from "./simulated-world.js";
import type { Sketch } from "./sketch.js";

/**
 * One process of the simulated machine. Whatever its engine waits for goes through `#ask`, which is where faults
 * happen. Once it is dead, nothing that it asks for is carried out, and nothing is answered.
 */
export class SimulatedProcess {
  readonly pid: number;
  /** Resolves when it is killed. */
  readonly died: Promise<void>;
  readonly #world: SimulatedWorld;
  readonly #ports: StorePorts;
  #store!: StackStore;
  #isOpen = false;
  #isDead = false;
  #isDiskFull = false;
  #die!: () => void;
  #stop = new AbortController();
  #leave = new AbortController();
  /** Another process took it for dead. */
  isStale = false;

  constructor(world: SimulatedWorld, pid: number, ports: StorePorts) {
    this.#world = world;
    this.pid = pid;
    this.#ports = ports;
    this.died = new Promise((resolve) => {
      this.#die = resolve;
    });
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  async open(): Promise<void> {
    const opened = await openStore(this.#rawStore(this.#world.raw), this.#ports);
    this.#store = await opened.open(this.#world.address, { create: true });
    this.#isOpen = true;
  }

  /** What a command is interrupted by; each command has its own. */
  beginCommand(): { readonly signal: AbortSignal; readonly leave: AbortSignal } {
    this.#stop = new AbortController();
    this.#leave = new AbortController();
    this.#isDiskFull = false;
    return { signal: this.#stop.signal, leave: this.#leave.signal };
  }

  /** The first time stops it, the second leaves what is running, the third kills it. */
  pressCtrlC(): void {
    if (!this.#stop.signal.aborted) this.#stop.abort();
    else if (!this.#leave.signal.aborted) this.#leave.abort();
    else this.kill();
  }

  kill(): void {
    this.#world.note(`p${this.pid} killed`);
    this.#isDead = true;
    this.#world.bury(this.pid);
    this.#die();
  }

  stack(sketch: Sketch): Stack {
    const { address, time } = this.#world;
    const fake = fakeProvider(this.#cloud(), lagging(this.#world.lagMs));
    const words = wordsOf(fake);
    const timer = {
      after: (delayMs: number, run: () => void) =>
        time.after(delayMs, () => {
          if (!this.#isDead) run();
        }),
    };
    return new Stack({
      store: this.#store,
      otherStack: async () => {
        throw new Error("There is one stack.");
      },
      host: () => packageHost({ projectFolder: process.cwd(), packages: [fake.provider] }),
      record: (settings) => recordProgram(() => programOf(sketch)(words), settings),
      settings: { project: address.project, stack: address.name, config: {} },
      actor: "ana",
      projectFolder: process.cwd(),
      moves: this.#moves(),
      now: () => time.now,
      elapsed: () => time.elapsedMs,
      timer,
      callbackLimits: { timer, timeoutMs: 600_000 },
    });
  }

  async #ask<T>(wait: Wait, work: () => Promise<T>): Promise<T> {
    if (!this.#isOpen) return work();
    if (this.#isDead) return never;
    const world = this.#world;
    const fault = world.faults.next(wait);
    world.note(
      `p${this.pid} #${world.faults.waits} ${wait.what}${fault === undefined ? "" : `  << ${fault}`}`,
    );
    if (fault === "crash") this.kill();
    if (fault === "hang") return never;
    if (fault === "cancel") this.pressCtrlC();
    if (fault === "clock-jump") world.time.jump((world.random.chance(50) ? 1 : -1) * yearMs);
    if (fault === "taken-over") await this.#standStill();
    await this.#travel();
    this.#refuse(fault, wait);
    const answer = await work();
    if (fault === "delivered-twice") await this.#again(work);
    if (fault === "crash-after-effect") this.kill();
    if (fault === "slow") await world.time.wait(5 * 60_000);
    await this.#travel();
    if (fault === "answer-lost") throw lost(wait);
    if (fault === "store-cut-in-commit") throw cut("disk I/O error");
    return fault === "malformed-answer" ? malformed(answer, world.random) : answer;
  }

  /** The way of a request or an answer. Nothing arrives at the dead. */
  async #travel(): Promise<void> {
    if (!this.#isDead) await this.#world.time.wait(this.#world.random.below(40));
    if (this.#isDead) await never;
  }

  #refuse(fault: FaultKind | undefined, wait: Wait): void {
    if (fault === "refused") throw new CloudError("Refused", `The cloud refuses to ${wait.what}.`);
    if (fault === "request-lost") throw lost(wait);
    if (fault === "store-cut") throw cut("unable to open database file");
    if (fault === "disk-full") this.#isDiskFull = true;
    if (this.#isDiskFull && wait.for === "store" && wait.isWrite) throw cut("database or disk is full");
  }

  /** What the cloud is asked twice stands once in its record. */
  async #again(work: () => Promise<unknown>): Promise<void> {
    const { effects } = this.#world.cloud;
    const recorded = effects.length;
    await work();
    effects.length = recorded;
  }

  async #standStill(): Promise<void> {
    if (this.isStale) return;
    this.isStale = true;
    this.#world.bury(this.pid);
    await this.#world.meanwhile();
  }

  #cloud(): Cloud {
    const { cloud } = this.#world;
    const asked =
      <Request extends { readonly kind: string }, Answer>(
        action: keyof Cloud,
        carryOut: (request: Request) => Promise<Answer>,
      ) =>
      (request: Request): Promise<Answer> => {
        const { name, id } = request as { readonly name?: string; readonly id?: string };
        const isWrite = action !== "read" && action !== "find";
        return this.#ask(
          {
            for: "cloud",
            isWrite,
            what: [action, request.kind, name ?? id ?? ""].join(" ").trim(),
            isRepeatable: request.kind !== "rule" || action !== "create",
          },
          async () => {
            const answer = await carryOut(request);
            if (this.isStale && isWrite && id !== undefined) cloud.disturbs(id);
            return answer;
          },
        );
      };
    return {
      create: asked("create", (request) => cloud.create(request)),
      finish: asked("finish", (request) => cloud.finish(request)),
      update: asked("update", (request) => cloud.update(request)),
      delete: asked("delete", (request) => cloud.delete(request)),
      read: asked("read", (request) => cloud.read(request)),
      find: asked("find", (request) => cloud.find(request)),
    };
  }

  #rawStore(store: RawStore): RawStore {
    const read = (what: string): Wait => ({ for: "store", isWrite: false, what, isRepeatable: true });
    const guarded = (stack: RawStack): RawStack => ({
      read: () => this.#ask(read("read"), () => stack.read()),
      head: () => this.#ask(read("head"), () => stack.head()),
      append: (batch) => this.#ask(appending(batch), () => stack.append(batch)),
      journal: (after) => this.#ask(read("journal"), () => stack.journal(after)),
      runs: () => this.#ask(read("runs"), () => stack.runs()),
      settle: () => this.#ask(read("settle"), () => stack.settle()),
      close: () => stack.close(),
    });
    return {
      list: () => store.list(),
      open: async (name) => {
        const found = await store.open(name);
        return found && guarded(found);
      },
      create: async (head) => guarded(await store.create(head)),
      remove: (name) => store.remove(name),
    };
  }

  #moves(): MovesPort {
    const { moves } = this.#world;
    const wait = (isWrite: boolean): Wait => ({
      for: "moves",
      isWrite,
      what: isWrite ? "write moves" : "read moves",
      isRepeatable: true,
    });
    return {
      read: () => this.#ask(wait(false), () => moves.read()),
      write: (written) => this.#ask(wait(true), () => moves.write(written)),
    };
  }
}

function appending({ records }: RawBatch): Wait {
  const kinds = records.map(({ kind }) => kind).join(" ");
  return { for: "store", isWrite: true, what: `append ${kinds}`, isRepeatable: true };
}

function lost(wait: Wait): CloudError {
  return new CloudError("Timeout", `No answer to ${wait.what}.`, { isUncertain: true });
}

/** All types say how long their cloud takes to agree with itself. */
function lagging(settlesWithinMs: number): FakeOverrides {
  const types = ["Bucket", "Site", "Key", "Rule", "Disk", "Task"];
  return settlesWithinMs === 0 ? {} : Object.fromEntries(types.map((type) => [type, { settlesWithinMs }]));
}

/** As the store in a file says it. */
function cut(reason: string): Error {
  return sqliteProblem(new Error(reason), "test.db");
}

const yearMs = 365 * 24 * 60 * 60_000;
const never = new Promise<never>(() => {});
