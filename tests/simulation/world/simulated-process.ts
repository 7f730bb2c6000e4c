import { movesFile } from "../../../src/project/index.js";
import { Stack } from "../../../src/operations/stack/index.js";
import { recordProgram } from "../../../src/program/index.js";
import { packageHost } from "../../../src/provider/host/index.js";
import {
  openStore,
  type RawBatch,
  type RawHead,
  type StackAddress,
  type StackStore,
  type StorePorts,
} from "../../../src/store/internal.js";
import { sqliteProblem } from "../../../src/store/sqlite/sqlite-problem.js";
import { CloudError, type FakeCloud } from "../../../src/testing/cloud/index.js";
import { fakeProvider } from "../../../src/testing/fake-provider.js";
import { opaqueHost } from "../../support/opaque-host.js";
import { wordsOf } from "../../support/scenario/words.js";
import { programOf } from "../story/program-of.js";
import type { Sketch } from "../story/sketch.js";
import { askedCloud, askedFiles, askedStore, type Ask } from "./asked-ports.js";
import type { FaultKind, Wait } from "./faults.js";
import { malformed } from "./malformed.js";
import { simulatedTypes } from "./simulated-types.js";
import type { SimulatedWorld } from "./simulated-world.js";

/** Another stack, with a cloud of its own. */
export interface Home {
  readonly address: StackAddress;
  readonly cloud: FakeCloud;
}

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
  readonly #isExempt: boolean;
  readonly #home: Home | undefined;
  #store: StackStore | undefined;
  #isDead = false;
  #diedAtMs = 0;
  #isDiskFull = false;
  #die!: () => void;
  readonly #controllers: AbortController[] = [];
  #stop = new AbortController();
  #leave = new AbortController();
  /** Another process took it for dead. */
  isStale = false;
  /** Of its last run that has begun. */
  #epoch = 0;

  /** `isExempt`: nothing goes wrong in it. */
  constructor(
    world: SimulatedWorld,
    pid: number,
    ports: StorePorts,
    { isExempt = false, home }: { readonly isExempt?: boolean; readonly home?: Home } = {},
  ) {
    this.#world = world;
    this.pid = pid;
    this.#ports = ports;
    this.#isExempt = isExempt;
    this.#home = home;
    this.died = new Promise((resolve) => {
      this.#die = resolve;
    });
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** Whether someone has told it to stop. */
  get isInterrupted(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Opens the stack, unless it is open. Its key is worked out in real time. */
  async open(): Promise<void> {
    if (this.#store !== undefined) return;
    await this.#world.time.outside(async () => {
      const raw = askedStore(this.#world.raw, this.#ask, (batch, head) => this.#appended(batch, head));
      const opened = await openStore(raw, this.#ports);
      this.#store = await opened.open(this.#address, { create: true });
    });
  }

  /** What a command is interrupted by; each command has its own. */
  beginCommand(): { readonly signal: AbortSignal; readonly leave: AbortSignal } {
    this.#stop = new AbortController();
    this.#leave = new AbortController();
    this.#controllers.push(this.#stop, this.#leave);
    this.#isDiskFull = false;
    return { signal: this.#stop.signal, leave: this.#leave.signal };
  }

  /** The first time stops it, the second leaves what is running, the third kills it. */
  pressCtrlC(): void {
    if (!this.#stop.signal.aborted) this.#stop.abort();
    else if (!this.#leave.signal.aborted) this.#leave.abort();
    else this.kill();
  }

  /** Node keeps whoever waits for a signal, the dead too, until it comes. */
  letGo(): void {
    this.#isDead = true;
    for (const controller of this.#controllers) controller.abort();
  }

  kill(): void {
    this.#world.note(`p${this.pid} killed`);
    this.#isDead = true;
    this.#diedAtMs = this.#world.time.elapsedMs;
    this.#world.bury(this.pid);
    this.#world.files.release(this.pid);
    this.#die();
  }

  stack(sketch: Sketch): Stack {
    const { time } = this.#world;
    const address = this.#address;
    const cloud = askedCloud(this.#home?.cloud ?? this.#world.cloud, this.#ask, (id, change) =>
      this.#change(id, change),
    );
    const fake = fakeProvider(cloud, simulatedTypes(this.#world));
    const words = wordsOf(fake);
    const timer = {
      after: (delayMs: number, run: () => void) =>
        time.after(delayMs, () => {
          if (!this.#isDead) run();
        }),
    };
    return new Stack({
      store: this.#store!,
      otherStack: async () => {
        throw new Error("There is one stack.");
      },
      host: () =>
        opaqueHost(
          packageHost({ projectFolder: process.cwd(), packages: [fake.provider] }),
          (type) => type === "cloud:index:Login",
          (what) => {
            throw new Error(`Bytes of a provider did not come back: ${what}.`);
          },
        ),
      record: (settings) => recordProgram(() => programOf(sketch)(words), settings),
      settings: { project: address.project, stack: address.name, config: {} },
      actor: "ana",
      projectFolder: process.cwd(),
      moves: movesFile("project", askedFiles(this.#world.files.of(this.pid), this.#ask)),
      now: () => time.now,
      elapsed: () => time.elapsedMs,
      timer,
      callbackLimits: { timer, timeoutMs: 600_000 },
    });
  }

  get #address(): StackAddress {
    return this.#home?.address ?? this.#world.address;
  }

  readonly #ask: Ask = (wait, work) => {
    const ask = () => (this.#isExempt ? this.#askInPeace(work) : this.#askWorld(wait, work));
    return this.#store === undefined ? this.#world.time.inside(ask) : ask();
  };

  async #askInPeace<T>(work: () => Promise<T>): Promise<T> {
    await this.#world.time.wait(1);
    return work();
  }

  async #askWorld<T>(wait: Wait, work: () => Promise<T>): Promise<T> {
    if (this.#isDead) return forever();
    const world = this.#world;
    const fault = world.faults.next(wait);
    world.note(
      `p${this.pid} #${world.faults.waits} ${wait.what}${fault === undefined ? "" : `  << ${fault}`}`,
    );
    if (fault === "crash" || fault === "crash-before-late-effect") this.kill();
    if (fault === "hang") return forever();
    if (fault === "cancel") this.pressCtrlC();
    if (fault === "clock-jump") world.jump((world.random.chance(50) ? 1 : -1) * yearMs);
    if (fault === "taken-over") await this.#standStill();
    await this.#travel(() => this.#goesOn(fault, wait, work));
    this.#refuse(fault, wait);
    const answer = await work();
    if (fault === "delivered-twice") await this.#again(work);
    if (fault === "crash-after-effect") this.kill();
    if (fault === "slow") await world.time.wait(5 * 60_000);
    await this.#travel();
    if (fault === "answer-lost") throw lost(wait);
    if (fault === "store-cut-in-commit") throw cut(wait, "disk I/O error");
    return fault === "malformed-answer" ? malformed(answer, world.random) : answer;
  }

  /** The way of a request or an answer. Nothing arrives at the dead, and what they have sent may arrive later. */
  async #travel(left = () => {}): Promise<void> {
    if (!this.#isDead) await this.#world.time.wait(this.#world.random.below(40));
    if (!this.#isDead) return;
    left();
    await forever();
  }

  /** A request of a process that is dead by now is in the hands of the cloud, or was never sent. */
  #goesOn(fault: FaultKind | undefined, wait: Wait, work: () => Promise<unknown>): void {
    if (wait.for !== "cloud" || !wait.isWrite || fault === "crash") return;
    if (fault !== "crash-before-late-effect" && this.#world.random.chance(50)) return;
    const { what, isFound = false } = wait;
    this.#world.arrivesLate({ what, isFound }, work, this.#diedAtMs);
  }

  #refuse(fault: FaultKind | undefined, wait: Wait): void {
    if (fault === "refused") throw new CloudError("Throttled", `The cloud refuses to ${wait.what}.`);
    if (fault === "request-lost") throw lost(wait);
    if (fault === "store-cut") throw cut(wait, "unable to open database file");
    if (fault === "disk-full") this.#isDiskFull = true;
    if (this.#isDiskFull && wait.for !== "cloud" && wait.isWrite) throw cut(wait, "database or disk is full");
  }

  /** What the cloud is asked twice stands once in its record. */
  async #again(work: () => Promise<unknown>): Promise<void> {
    const { effects } = this.#world.cloud;
    const recorded = effects.length;
    await work();
    effects.length = recorded;
    this.#world.late.delete(recorded);
  }

  async #standStill(): Promise<void> {
    if (this.isStale || this.#home !== undefined) return;
    this.isStale = true;
    this.#world.bury(this.pid);
    await this.#world.meanwhile();
  }

  /** What others have taken over from may still arrive, and be something else than what they have found by then. */
  async #change<T>(id: string | undefined, change: () => Promise<T>): Promise<T> {
    const { cloud, epoch, late, afterDeath } = this.#world;
    // What is done in another stack stands in the record of another cloud.
    if (this.#home !== undefined) return change();
    if (this.#isDead) afterDeath.add(cloud.effects.length);
    if (this.#epoch === epoch) return change();
    late.set(cloud.effects.length, this.#epoch);
    const answer = await change();
    const overwritten = overwrittenBy(answer, cloud);
    if (id !== undefined || overwritten !== undefined) cloud.disturbs(id ?? overwritten!);
    return answer;
  }

  async #appended(batch: RawBatch, head: RawHead): Promise<void> {
    if (this.#home !== undefined) return;
    if (head.head_hash === batch.head.head_hash) this.#epoch = this.#world.epoch = head.epoch;
    const { watch } = await this.#world.audit();
    watch.appended(batch, head, this.#world.cloud.effects.length);
  }
}

/** The id of the object that a create has overwritten, if its answer is of such a create. */
function overwrittenBy(answer: unknown, cloud: FakeCloud): string | undefined {
  const { id } = (answer ?? {}) as { readonly id?: string };
  return cloud.objects().find((each) => each.id === id && each.isOverwritten)?.id;
}

function lost(wait: Wait): CloudError {
  return new CloudError("Timeout", `No answer to ${wait.what}.`, { isUncertain: true });
}

/** As the store in a file says it, or the system of another file. */
function cut(wait: Wait, reason: string): Error {
  return wait.for === "store" ? sqliteProblem(new Error(reason), "test.db") : new Error(reason);
}

const yearMs = 365 * 24 * 60 * 60_000;

/** One of its own for whoever waits: what the dead wait for is gone with them. */
function forever(): Promise<never> {
  return new Promise(() => {});
}
