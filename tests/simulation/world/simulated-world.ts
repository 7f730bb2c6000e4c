import { createHash } from "node:crypto";
import type { Snapshot } from "../../../src/model/index.js";
import { memoryStore, openStore, type StackStore, type StorePorts } from "../../../src/store/internal.js";
import { FakeCloud } from "../../../src/testing/cloud/index.js";
import { keyMaterial } from "../../../src/testing/fake-provider.js";
import { JournalWatch } from "../../support/invariants/index.js";
import { Random } from "../random.js";
import { ephemeralText, secretText } from "../story/sketch.js";
import type { Story } from "../story/story.js";
import { FaultPlan } from "./faults.js";
import { SimulatedFiles } from "./simulated-files.js";
import { SimulatedProcess, type Home } from "./simulated-process.js";
import { VirtualTime } from "./virtual-time.js";

/**
 * What outlives processes: the cloud, the store, the machine, time; and a trace of all that was asked of them. The
 * stack is made before anything can go wrong: that is one write of the store, and a matter of its own tests.
 */
export class SimulatedWorld {
  readonly cloud = new FakeCloud();
  readonly raw = memoryStore();
  readonly time = new VirtualTime();
  readonly address = { project: "simulation", name: "test" };
  readonly secrets: ReadonlySet<string> = new Set([keyMaterial, secretText, ephemeralText]);
  readonly ephemerals: ReadonlySet<string> = new Set([ephemeralText]);
  readonly trace: string[] = [];
  readonly faults: FaultPlan;
  readonly random: Random;
  readonly files: SimulatedFiles;
  /** What another process does while one stands still that it takes for dead. */
  meanwhile: () => Promise<void> = async () => {};
  /** Of the run that has begun last. */
  epoch = 0;
  /** What processes asked for that others had taken over from, and the epochs of those. */
  readonly late = new Map<number, number>();
  /** What arrived after its caller had died, within the time that its type says: what it made has to be found. */
  readonly afterDeath = new Set<number>();
  /** What is on its way although its caller has died. */
  readonly #onItsWay = new Set<LateRequest>();
  readonly #alive = new Map<number, string>();
  readonly #processes: SimulatedProcess[] = [];
  #onlooker: SimulatedProcess | undefined;
  #drawn = 0;
  #pid = 100;
  #auditor: { readonly store: StackStore; readonly watch: JournalWatch } | undefined;

  /** How long after a change the cloud may answer as before it. */
  readonly lagMs: number;
  /** How long after its caller died a request may still take effect. */
  readonly lateMs = 30_000;

  constructor({ seed, faults, lagMs }: Pick<Story, "seed" | "faults" | "lagMs">) {
    this.random = new Random(seed);
    this.faults = new FaultPlan(faults);
    this.lagMs = lagMs;
    this.files = new SimulatedFiles(this.time);
    // As programs may say of a disk with `deletedWith`.
    this.cloud.takesAlong("disk", "bucket");
    this.cloud.lags({ settlesAfterMs: lagMs, now: () => this.time.elapsedMs });
  }

  /** A process that works on the stack, or on another one of the same project. */
  start(home?: Home): SimulatedProcess {
    const pid = ++this.#pid;
    const process = new SimulatedProcess(this, pid, this.#ports(pid), home && { home });
    this.#processes.push(process);
    return process;
  }

  /** Nothing happens in it any more. */
  end(): void {
    for (const process of this.#processes) process.letGo();
  }

  /** A process that looks on: nothing goes wrong in it. */
  async onlooker(): Promise<SimulatedProcess> {
    this.#onlooker ??= new SimulatedProcess(this, 2, this.#ports(2), { isExempt: true });
    await this.#onlooker.open();
    return this.#onlooker;
  }

  /** Carries out a request whose caller has died, at some time until `lateMs` after that. */
  arrivesLate(request: Omit<LateRequest, "arrive">, arrive: () => Promise<unknown>, diedAtMs: number): void {
    const late: LateRequest = {
      ...request,
      arrive: () => {
        if (!this.#onItsWay.delete(late)) return;
        this.note(`late: ${late.what}`);
        this.faults.arrive();
        arrive().catch(() => {});
      },
    };
    this.#onItsWay.add(late);
    this.time.after(diedAtMs + this.random.below(this.lateMs) - this.time.elapsedMs, late.arrive);
  }

  /** Sets the clock on the wall. Who looks at it would believe that a year has passed: what is late has arrived by then. */
  jump(byMs: number): void {
    for (const { arrive } of this.#onItsWay) arrive();
    this.time.jump(byMs);
  }

  /** How long to wait until nothing comes any more that changes or deletes something, or that nobody could find. */
  get restlessMs(): number {
    const isRestless = [...this.#onItsWay].some(({ isFound }) => !isFound);
    return Math.max(this.lagMs, isRestless ? this.lateMs + this.lagMs : 0);
  }

  /** The number of the process that the stack says holds it. */
  async holder(): Promise<number | undefined> {
    const { holder } = await (await this.raw.open(this.address))!.head();
    return holder === null ? undefined : (JSON.parse(holder) as { readonly pid: number }).pid;
  }

  /** Others see that the process is gone, whether it is or not. */
  bury(pid: number): void {
    this.#alive.delete(pid);
  }

  /** Reads the stack without going through anything that can fail. */
  async audit(): Promise<{ readonly store: StackStore; readonly watch: JournalWatch }> {
    if (this.#auditor === undefined) {
      const opened = await openStore(this.raw, this.#ports(1));
      const store = await opened.open(this.address, { create: true });
      this.#auditor = { store, watch: new JournalWatch(store.lineage) };
    }
    return this.#auditor;
  }

  async state(): Promise<Snapshot> {
    return (await (await this.audit()).store.read()).snapshot;
  }

  note(line: string): void {
    this.trace.push(`${String(this.time.elapsedMs).padStart(8)} ${line}`);
  }

  #ports(pid: number): StorePorts {
    const startTime = `start of ${pid}`;
    this.#alive.set(pid, startTime);
    return {
      now: () => this.time.now,
      randomBytes: (count) =>
        createHash("shake256", { outputLength: count })
          .update(`chance ${this.#drawn++}`)
          .digest(),
      processes: {
        self: { user: "ana", host: "here", pid, startTime, bootId: "boot 1" },
        startTimeOf: (other) => this.#alive.get(other),
      },
      keys: {
        passphrase: async () => "sample passphrase",
        keyFile: (id) => {
          throw new Error(`The simulated machine has no key file ${id}.`);
        },
        weakPassphrases: true,
      },
    };
  }
}

/** A request that is on its way. */
interface LateRequest {
  readonly what: string;
  /** It makes something that can be found by its key. */
  readonly isFound: boolean;
  readonly arrive: () => void;
}
