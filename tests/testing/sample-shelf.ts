import * as v from "valibot";
import { defineProvider, secret, writeOnly } from "../../src/provider/index.js";
import { testProvider, type ProviderSample, type ProviderTest } from "../../src/testing/index.js";

/** What is on the shelf: the world that the provider of these tests manages. */
interface Thing {
  readonly name: string;
  readonly label: string;
  readonly color: string;
  readonly token?: string;
  readonly pin?: string;
  readonly key?: string;
}

export interface Inputs {
  readonly name: string;
  readonly label: string;
  readonly color: string;
  readonly token?: string;
  readonly pin?: string;
}

export interface CreateCall {
  readonly inputs: Inputs;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}

export interface ReadCall {
  readonly id: string;
  readonly signal: AbortSignal;
  readonly prior: { readonly outputs: object };
}

type Shelf = Map<string, Thing>;
type Hooks = ReturnType<typeof hooksOf>;

/** Hooks that do what is expected of them; a table of defects replaces some of them. */
function hooksOf(shelf: Shelf) {
  let looks = 0;
  const outputs = ({ label, color }: Thing) => ({
    size: label.length,
    shown: `${label} in ${color}`,
    looks: ++looks,
  });
  return {
    outputs,
    create: async ({ inputs, idempotencyKey }: CreateCall) => {
      const thing = { ...inputs, key: idempotencyKey };
      shelf.set(inputs.name, thing);
      return { id: inputs.name, outputs: outputs(thing) };
    },
    read: async ({ id, signal }: Pick<ReadCall, "id" | "signal">) => {
      signal.throwIfAborted();
      const thing = shelf.get(id);
      return thing === undefined ? null : outputs(thing);
    },
    update: async ({ id, inputs }: { id: string; inputs: Inputs }) => {
      const thing = { ...shelf.get(id), ...inputs };
      shelf.set(id, thing);
      return outputs(thing);
    },
    planDelete: async ({ id }: { id: string }) => {
      if (shelf.get(id)?.color === "glued") throw new Error(`${id} is glued to the shelf.`);
    },
    delete: async ({ id }: { id: string }): Promise<unknown> => shelf.delete(id),
    lookup: async ({ id }: { id: string }) => {
      const thing = shelf.get(id);
      if (thing === undefined) return null;
      const { key: _, ...inputs } = thing;
      return { inputs, outputs: outputs(thing) };
    },
    find: async ({ idempotencyKey, signal }: CreateCall) => {
      signal.throwIfAborted();
      return [...shelf].flatMap(([id, thing]) =>
        thing.key === idempotencyKey ? [{ id, outputs: outputs(thing) }] : [],
      );
    },
    async *logs({ follow, signal }: { follow: boolean; signal: AbortSignal }) {
      yield { time: new Date(1), message: "put on the shelf" };
      yield { time: new Date(2), message: "dusted" };
      if (follow) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    },
    stats: async () => ({ looks, weight: { value: 3, unit: "kg" } }),
  };
}

/** Parts of the type that a test puts in the place of its own; undefined takes one away. */
export type Change = (hooks: Hooks, shelf: Shelf) => { readonly [part: string]: unknown };

export interface ShelfParts {
  /** Parts that the type does not have. */
  readonly without?: readonly string[];
  readonly sample?: SampleChange;
}

/** What its sample has instead of its own. */
export interface SampleChange {
  readonly create?: () => Partial<Inputs>;
  readonly update?: (inputs: Inputs) => Inputs;
  readonly replace?: (inputs: Inputs) => Inputs;
  readonly secret?: undefined;
  readonly drift?: undefined;
  readonly onlyInState?: boolean;
}

/** The tests of a provider of things on a shelf, with something about it changed. */
export function shelfTests(
  change: Change = () => ({}),
  { without = [], sample = {} }: ShelfParts = {},
): readonly ProviderTest[] {
  const shelf: Shelf = new Map();
  const { outputs, ...hooks } = hooksOf(shelf);
  const provider = defineProvider({ package: "shelf", version: "1.0.0" });
  const changed = { ...hooks, ...change({ ...hooks, outputs }, shelf) };
  const kept = Object.fromEntries(Object.entries(changed).filter(([part]) => !without.includes(part)));
  const Thing = provider.resource("index:Thing", {
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
    ...(kept as never as typeof hooks),
  });
  let made = 0;
  const usual: ProviderSample<typeof Thing> = {
    type: Thing,
    create: () => ({ name: `thing ${++made}`, label: "one", pin: `pin of a thing ${made}` }),
    update: (inputs) => ({ ...inputs, label: "number two" }),
    replace: (inputs) => ({ ...inputs, name: `thing ${++made}` }),
    secret: (text) => ({ name: `thing ${++made}`, label: "one", token: text }),
    drift: async ({ id }) => shelf.set(id, { ...shelf.get(id)!, color: "faded" }),
    remove: async ({ id }) => shelf.delete(id),
  };
  return testProvider(provider, [{ ...usual, ...(sample as object as Partial<typeof usual>) }]);
}
