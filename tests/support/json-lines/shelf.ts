import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { defineProvider, secret, writeOnly } from "../../../src/provider/index.js";

/** What lies on a shelf. */
export interface OnShelf {
  readonly name: string;
  readonly label: string;
  readonly color: string;
  readonly token?: string | undefined;
  readonly pin?: string | undefined;
  readonly key?: string;
}

/** A world that outlives processes: a folder with a file for each thing, and a log of what was done to them. */
export class Shelf {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(join(folder, "things"), { recursive: true });
  }

  names(): readonly string[] {
    return readdirSync(join(this.#folder, "things")).sort();
  }

  get(name: string): OnShelf | undefined {
    const file = this.#file(name);
    return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as OnShelf) : undefined;
  }

  /** Atomic, because the process that writes may be killed. */
  put(action: string, thing: OnShelf): void {
    const draft = join(this.#folder, `draft-${process.pid}`);
    writeFileSync(draft, JSON.stringify(thing));
    renameSync(draft, this.#file(thing.name));
    this.#note(`${action} ${thing.name}`);
  }

  remove(action: string, name: string): void {
    rmSync(this.#file(name), { force: true });
    this.#note(`${action} ${name}`);
  }

  /** All that was done, in order: `create a`. */
  effects(): readonly string[] {
    const file = join(this.#folder, "effects");
    return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  }

  #note(line: string): void {
    appendFileSync(join(this.#folder, "effects"), `${line}\n`);
  }

  #file(name: string): string {
    return join(this.#folder, "things", name);
  }
}

/** The package that the child of these tests runs. Programs use its classes, and nothing else of it. */
export const shelf = defineProvider({
  package: "shelf",
  version: "1.0.0",
  config: { folder: v.string(), password: secret(v.optional(v.string())) },
  connect: ({ folder }) => new Shelf(folder),
});

let looks = 0;
const outputsOf = ({ label, color }: OnShelf) => ({
  size: label.length,
  shown: `${label} in ${color}`,
  looks: ++looks,
});

export const Thing = shelf.resource("index:Thing", {
  inputs: {
    name: v.string(),
    label: v.string(),
    color: v.optional(v.string(), "red"),
    token: secret(v.optional(v.string())),
    pin: writeOnly(v.optional(v.string())),
  },
  outputs: { size: v.number(), shown: v.string(), looks: v.number() },
  replaceOn: ["name"],
  volatile: ["looks"],
  lateWithinMs: 20,
  equivalent: { color: (prior, current) => prior?.toLowerCase() === current?.toLowerCase() },
  methods: {
    praise: {
      inputs: { words: v.string() },
      outputs: { text: v.string() },
      call: async ({ id, inputs: { words } }) => ({ text: `${id} is ${words}` }),
    },
  },
  create: async ({ client, inputs, idempotencyKey, identified, running, log }) => {
    if (inputs.color === "painted by a script") await running(process.pid);
    log.info(`making room for ${inputs.name}`);
    if (inputs.token !== undefined) process.stderr.write(`the token is ${inputs.token}\n`);
    const thing: OnShelf = { ...inputs, key: idempotencyKey };
    client.put("create", thing);
    await identified(inputs.name);
    return { id: inputs.name, outputs: outputsOf(thing) };
  },
  read: async ({ client, id, signal }) => {
    signal.throwIfAborted();
    const thing = client.get(id);
    return thing === undefined ? null : outputsOf(thing);
  },
  update: async ({ client, id, inputs }) => {
    const thing: OnShelf = { ...client.get(id), ...inputs };
    client.put("update", thing);
    return outputsOf(thing);
  },
  delete: async ({ client, id }) => client.remove("delete", id),
  lookup: async ({ client, id }) => {
    const thing = client.get(id);
    if (thing === undefined) return null;
    const { key: _, ...inputs } = thing;
    return { inputs, outputs: outputsOf(thing) };
  },
  find: async ({ client, idempotencyKey, signal }) => {
    signal.throwIfAborted();
    const things = client.names().map((name) => client.get(name)!);
    return things.flatMap((thing) =>
      thing.key === idempotencyKey ? [{ id: thing.name, outputs: outputsOf(thing) }] : [],
    );
  },
  async *logs({ follow, signal }) {
    yield { time: new Date(1), message: "put on the shelf" };
    yield { time: new Date(2), message: "dusted" };
    if (follow) await new Promise((resolve) => signal.addEventListener("abort", resolve));
  },
  stats: async () => ({ looks, weight: { value: 3, unit: "kg" } }),
});

shelf.function("index:count", {
  inputs: { most: v.number() },
  outputs: { things: v.number() },
  invoke: async ({ client, inputs: { most } }) => ({ things: Math.min(most, client.names().length) }),
});

/** Another one each time, and never stored. */
shelf.function("index:pin", {
  inputs: { length: v.number() },
  outputs: { pin: v.string() },
  ephemeral: true,
  invoke: async ({ inputs: { length } }) => ({
    pin: `pin-${process.hrtime.bigint()}-`.padEnd(length, "7"),
  }),
});
