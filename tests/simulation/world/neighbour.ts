import type { Run, RunOptions } from "../../../src/engine/index.js";
import type { Stack } from "../../../src/operations/stack/index.js";
import { FakeCloud } from "../../../src/testing/cloud/index.js";
import { endingOf } from "../../support/scenario/attempt.js";
import { nameOf, put, type Drawn, type Sketch } from "../story/sketch.js";
import type { Home } from "./simulated-process.js";
import type { SimulatedWorld } from "./simulated-world.js";

/** Somebody who renames in another stack of the project while a command runs in the one that the story is of. */
export class Neighbour {
  readonly #world: SimulatedWorld;
  readonly #home: Home;
  #drawn = bucket;

  constructor(world: SimulatedWorld) {
    this.#world = world;
    this.#home = { address: { ...world.address, name: "neighbour" }, cloud: new FakeCloud() };
  }

  /** Makes what can be renamed, unless it is there. */
  async prepare(): Promise<void> {
    await this.#run((stack, options) => stack.apply(options));
  }

  /** Whether it is written down for other stacks is another matter: it may be killed, or refused. */
  async rename(): Promise<void> {
    const from = nameOf(place, this.#drawn);
    this.#drawn = { ...this.#drawn, version: this.#drawn.version + 1 };
    const to = nameOf(place, this.#drawn);
    await this.#run((stack, options) => stack.rename([{ from, to }], options));
  }

  async #run(begin: (stack: Stack, options: RunOptions) => Promise<Run>): Promise<void> {
    const process = this.#world.start(this.#home);
    const work = async () => {
      await process.open();
      return begin(process.stack(this.#sketch), process.beginCommand());
    };
    const { kind } = await endingOf(work(), process.died);
    this.#world.note(`p${process.pid} => ${kind}, in another stack`);
    if (!process.isDead) process.kill();
  }

  get #sketch(): Sketch {
    return put(new Map(), place, this.#drawn);
  }
}

/** None that the story has. */
const place = 90;

const bucket: Drawn = {
  type: "bucket",
  version: 0,
  group: undefined,
  shade: 0,
  identity: 0,
  uses: undefined,
  takes: "id",
  feedsIdentity: false,
  slot: 0,
  dependsOn: undefined,
  goesWith: undefined,
  within: undefined,
  options: {},
  aliases: [],
};
