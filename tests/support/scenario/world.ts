import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MovesPort } from "../../../src/engine/index.js";
import type { Moves } from "../../../src/state/index.js";
import {
  memoryStore,
  openStore,
  type RawStore,
  type StackAddress,
  type StackStore,
} from "../../../src/store/internal.js";
import { sampleMachine } from "../../../src/store/conformance/index.js";
import { FakeCloud, type Cloud } from "../../../src/testing/cloud/index.js";
import { keyMaterial } from "../../../src/testing/fake-provider.js";
import { JournalWatch } from "../invariants/index.js";
import { ProcessLife } from "./process-life.js";
import { ScenarioTime } from "./scenario-time.js";

/** Which stack a scenario is about, unless it says otherwise. */
const usualAddress: StackAddress = { project: "scenario", name: "test" };

/** A process of the scenario's machine, with the stack open in it. */
export interface OpenProcess {
  readonly life: ProcessLife;
  readonly store: StackStore;
  readonly cloud: Cloud;
  /** Opens another stack of the same store. */
  readonly otherStack: (other: StackAddress) => Promise<StackStore>;
}

/** Another stack of the same store. */
export interface Neighbour {
  readonly project?: string;
  /** That its key is wrapped with, if it is not the one of all others. */
  readonly passphrase?: string;
}

/** What outlives processes: the cloud, the store, the machine; and what is to be checked over their whole life. */
export class World {
  readonly cloud = new FakeCloud();
  readonly raw: RawStore;
  /** The project's file of renames: that of all its stacks. */
  readonly moves: MovesPort;
  /** Texts that must not be seen anywhere. */
  readonly secrets: Set<string>;
  /** Those of them that must not be in the store even where it seals what it keeps. */
  readonly ephemerals: Set<string>;
  readonly #remove: () => Promise<void>;
  readonly #machine: Machine;
  readonly address: StackAddress;
  readonly #passphrase: string | undefined;
  readonly #open: OpenProcess[] = [];
  #watch: JournalWatch | undefined;

  private constructor(
    raw: RawStore,
    moves: MovesPort,
    remove: () => Promise<void>,
    { machine = new Machine(), address = usualAddress, secrets, ephemerals, passphrase }: Placed = {},
  ) {
    this.raw = raw;
    this.moves = moves;
    this.#remove = remove;
    this.#machine = machine;
    this.address = address;
    this.secrets = secrets ?? new Set([keyMaterial]);
    this.ephemerals = ephemerals ?? new Set();
    this.#passphrase = passphrase;
    this.cloud.observes((effect) => {
      for (const { life } of this.#open) life.saw(effect);
    });
  }

  static async make(store: "memory" | "sqlite", moves = movesInMemory()): Promise<World> {
    if (store === "memory") return new World(memoryStore(), moves, async () => {});
    const folder = await mkdtemp(join(tmpdir(), "coconut-scenario-"));
    const { sqliteStore } = await import("../../../src/store/sqlite/index.js");
    return new World(sqliteStore(folder, { isShared: true }), moves, () =>
      rm(folder, { recursive: true, force: true }),
    );
  }

  /** Another stack on the same machine and in the same store, with a cloud of its own. */
  neighbour(name: string, { project = this.address.project, passphrase }: Neighbour): World {
    return new World(this.raw, this.moves, async () => {}, {
      machine: this.#machine,
      address: { project, name },
      secrets: this.secrets,
      ephemerals: this.ephemerals,
      passphrase,
    });
  }

  /** Starts a process and opens the stack in it. */
  async start(): Promise<OpenProcess> {
    const life = this.#machine.start(this.#passphrase);
    const raw = life.rawStore(this.raw, (batch, head) =>
      this.#watch?.appended(batch, head, this.cloud.effects.length),
    );
    const opened = await openStore(raw, life.ports);
    const store = life.stackStore(await opened.open(this.address, { create: true }));
    this.#watch ??= new JournalWatch(store.lineage);
    const otherStack = (other: StackAddress) => opened.open(other, { create: false });
    const made = { life, store, cloud: life.cloud(this.cloud), otherStack };
    this.#open.push(made);
    return made;
  }

  /** What time it is for the engine, for the store, and for a cloud that is told so. */
  get time(): ScenarioTime {
    return this.#machine.time;
  }

  get watch(): JournalWatch {
    return this.#watch!;
  }

  async close(): Promise<void> {
    for (const { store } of this.#open) await store.close();
    await this.#remove();
  }
}

interface Placed {
  readonly machine?: Machine;
  readonly address?: StackAddress;
  readonly secrets?: Set<string>;
  readonly ephemerals?: Set<string>;
  readonly passphrase?: string | undefined;
}

/** Where processes of one or more stacks live. */
class Machine {
  readonly time = new ScenarioTime();
  readonly #sample = sampleMachine();
  #pid = 100;

  start(passphrase: string | undefined): ProcessLife {
    const pid = ++this.#pid;
    const ports = this.#sample.process(pid);
    const keys = passphrase === undefined ? {} : { passphrase: async () => passphrase };
    return new ProcessLife({ ...ports, now: this.time.clock, keys: { ...ports.keys, ...keys } }, () =>
      this.#sample.kill(pid),
    );
  }
}

function movesInMemory(): MovesPort {
  let moves: Moves = { groups: [] };
  return {
    read: async () => moves,
    change: async (change) => {
      moves = change(moves) ?? moves;
    },
  };
}
