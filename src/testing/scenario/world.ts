import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryStore, openStore, type RawStore, type StackStore } from "../../store/index.js";
import { sampleMachine } from "../../store/conformance/index.js";
import { FakeCloud, type Cloud } from "../cloud/index.js";
import { keyMaterial } from "../fake-provider.js";
import { JournalWatch } from "./journal-watch.js";
import { ProcessLife } from "./process-life.js";

export const address = { project: "scenario", name: "test" };

/** A process of the scenario's machine, with the stack open in it. */
export interface OpenProcess {
  readonly life: ProcessLife;
  readonly store: StackStore;
  readonly cloud: Cloud;
}

/** What outlives processes: the cloud, the store, the machine; and what is to be checked over their whole life. */
export class World {
  readonly cloud = new FakeCloud();
  readonly raw: RawStore;
  /** Texts that must not be seen anywhere. */
  readonly secrets = new Set([keyMaterial]);
  readonly #remove: () => Promise<void>;
  readonly #machine = sampleMachine();
  readonly #open: OpenProcess[] = [];
  #watch: JournalWatch | undefined;
  #pid = 100;

  private constructor(raw: RawStore, remove: () => Promise<void>) {
    this.raw = raw;
    this.#remove = remove;
    this.cloud.observes((effect) => {
      for (const { life } of this.#open) life.saw(effect);
    });
  }

  static async make(store: "memory" | "sqlite"): Promise<World> {
    if (store === "memory") return new World(memoryStore(), async () => {});
    const folder = await mkdtemp(join(tmpdir(), "coconut-scenario-"));
    const { sqliteStore } = await import("../../store/sqlite/index.js");
    return new World(sqliteStore(folder), () => rm(folder, { recursive: true, force: true }));
  }

  /** Starts a process and opens the stack in it. */
  async start(): Promise<OpenProcess> {
    const pid = ++this.#pid;
    const life = new ProcessLife(this.#machine.process(pid), () => this.#machine.kill(pid));
    const opened = await openStore(life.rawStore(this.raw), life.ports);
    const store = life.stackStore(await opened.open(address, { create: true }));
    this.#watch ??= new JournalWatch(store.lineage);
    const made = { life, store, cloud: life.cloud(this.cloud) };
    this.#open.push(made);
    return made;
  }

  get watch(): JournalWatch {
    return this.#watch!;
  }

  async close(): Promise<void> {
    for (const { store } of this.#open) await store.close();
    await this.#remove();
  }
}
