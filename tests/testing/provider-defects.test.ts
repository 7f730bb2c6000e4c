import { describe, expect, test } from "vitest";
import type { Change, CreateCall, Inputs, ReadCall } from "./sample-shelf.js";
import { failuresOf, sentences, type Sentence } from "./shelf-failures.js";

describe("a defect is found, by the tests that are about it", () => {
  /** Which tests find it, and where they say to look. */
  type Suspicions = { readonly [sentence in Sentence]?: string };
  const table: [defect: string, change: Change, suspicions: Suspicions][] = [
    [
      "create fails",
      () => ({ create: async () => Promise.reject(new Error("no room")) }),
      Object.fromEntries(Object.keys(sentences).map((sentence) => [sentence, "create"])),
    ],
    [
      "create answers with outputs that are not there",
      ({ create }) => ({
        create: async (call: CreateCall) => ({
          ...(await create(call)),
          outputs: { size: 0, shown: "", looks: 0 },
        }),
      }),
      {
        found: "create and read",
        settled: "create and read",
        replaced: "create and read",
        restored: "create and read",
        unknown: "create and read",
        foundByKey: "create and find",
        planDelete: "create and read",
      },
    ],
    [
      "an output moves by itself, and the type does not say so",
      () => ({ volatile: [] }),
      {
        found: "create and read",
        settled: "create and read",
        updated: "update and read",
        replaced: "create and read",
        repaired: "update and read",
        restored: "create and read",
        unknown: "create and read",
        imported: "lookup and read",
        foundByKey: "create and find",
        planDelete: "create and read",
        cutOff: "update and read",
      },
    ],
    [
      "read answers with what was recorded",
      ({ read }) => ({ read: async (call: ReadCall) => (await read(call)) && call.prior.outputs }),
      { repaired: "read" },
    ],
    [
      "read finds what is not there",
      () => ({ read: async ({ prior }: ReadCall) => prior.outputs }),
      { replaced: "delete and read", deleted: "delete and read", repaired: "read", restored: "read" },
    ],
    [
      "read fails for what is not there",
      ({ read }) => ({
        read: async (call: ReadCall) => (await read(call)) ?? Promise.reject(new Error("404")),
      }),
      { replaced: "read", deleted: "read", restored: "read" },
    ],
    [
      "read takes an abort for an absence",
      ({ read }) => ({ read: async (call: ReadCall) => (call.signal.aborted ? null : read(call)) }),
      { aborted: "read" },
    ],
    [
      "update does nothing, and says what there is",
      ({ read }) => ({ update: (call: ReadCall) => read(call) }),
      { updated: "update and lookup", repaired: "update" },
    ],
    [
      "update does nothing, and says what there should be",
      ({ outputs }) => ({ update: async ({ inputs }: CreateCall) => outputs(inputs) }),
      { updated: "update and read", repaired: "update and read" },
    ],
    [
      "update looks only at inputs that changed",
      ({ update, read }) => ({
        update: async (call: CreateCall & ReadCall & { changed: (field: string) => boolean }) =>
          call.changed("label") ? update(call) : read(call),
      }),
      { repaired: "update" },
    ],
    ["what replaces is not said", () => ({ replaceOn: [] }), { replaced: "replaceOn" }],
    ["too much replaces", () => ({ replaceOn: ["name", "label"] }), { updated: "replaceOn" }],
    [
      "a replacement has the id of what it replaces",
      ({ create }, shelf) => ({
        create: async (call: CreateCall) => {
          const made = await create(call);
          const same = call.inputs.label;
          shelf.set(same, shelf.get(call.inputs.name)!);
          return { ...made, id: same };
        },
      }),
      { replaced: "create", foundByKey: "find", cutOff: "find" },
    ],
    [
      "delete does nothing",
      () => ({ delete: async () => {} }),
      {
        replaced: "delete and read",
        deleted: "delete and read",
        lookedUp: "delete and lookup",
        foundByKey: "delete and find",
      },
    ],
    [
      "delete fails for what is gone",
      ({ delete: remove }) => ({
        delete: async (call: ReadCall) => (await remove(call)) || Promise.reject(new Error("404")),
      }),
      { deletedTwice: "delete" },
    ],
    [
      "lookup finds everything",
      ({ lookup, outputs }) => ({
        lookup: async (call: ReadCall) => {
          const thing = { name: call.id, label: "any", color: "red" };
          return (await lookup(call)) ?? { inputs: thing, outputs: outputs(thing) };
        },
      }),
      { lookedUp: "lookup" },
    ],
    [
      "lookup fails for what is not there",
      ({ lookup }) => ({
        lookup: async (call: ReadCall) => (await lookup(call)) ?? Promise.reject(new Error("404")),
      }),
      { lookedUp: "lookup" },
    ],
    ["lookup finds nothing", () => ({ lookup: async () => null }), { imported: "lookup" }],
    [
      "lookup answers with other inputs",
      ({ lookup }) => ({
        lookup: async (call: ReadCall) => {
          const found = await lookup(call);
          return found && { ...found, inputs: { ...found.inputs, label: "other" } };
        },
      }),
      { updated: "update and lookup", imported: "lookup" },
    ],
    [
      "lookup answers with other outputs",
      ({ lookup }) => ({
        lookup: async (call: ReadCall) => {
          const found = await lookup(call);
          return found && { ...found, outputs: { ...found.outputs, size: 99 } };
        },
      }),
      { imported: "lookup and read" },
    ],
    [
      "find goes by inputs and not by the key",
      ({ outputs }, shelf) => ({
        find: async ({ inputs }: CreateCall) => {
          const thing = shelf.get(inputs.name);
          return thing === undefined ? [] : [{ id: inputs.name, outputs: outputs(thing) }];
        },
      }),
      { foundByKey: "find" },
    ],
    [
      "find answers with all there is",
      ({ outputs }, shelf) => ({
        find: async () => [...shelf].map(([id, thing]) => ({ id, outputs: outputs(thing) })),
      }),
      { foundByKey: "find" },
    ],
    [
      "find finds nothing",
      () => ({ find: async () => [] }),
      { foundByKey: "find", cutOff: "find", aborted: "find" },
    ],
    [
      "find remembers what is gone",
      ({ create, find, outputs }) => {
        const made = new Map<string, CreateCall["inputs"]>();
        return {
          create: async (call: CreateCall) => {
            made.set(call.idempotencyKey, call.inputs);
            return create(call);
          },
          find: async (call: CreateCall) => {
            const thing = made.get(call.idempotencyKey);
            if (thing === undefined) return find(call);
            return [{ id: thing.name, outputs: outputs(thing) }];
          },
        };
      },
      { foundByKey: "delete and find" },
    ],
    [
      "find fails",
      () => ({ find: async () => Promise.reject(new Error("not today")) }),
      { foundByKey: "find", cutOff: "find" },
    ],
    [
      "an output shows a secret",
      ({ create }) => ({
        create: async (call: CreateCall) => {
          const made = await create(call);
          return { ...made, outputs: { ...made.outputs, shown: call.inputs.token ?? made.outputs.shown } };
        },
      }),
      { secret: "outputs" },
    ],
    [
      "an output shows a write-only input",
      ({ create }) => ({
        volatile: ["looks", "shown"],
        create: async (call: CreateCall) => {
          const made = await create(call);
          return { ...made, outputs: { ...made.outputs, shown: call.inputs.pin ?? made.outputs.shown } };
        },
      }),
      { writeOnly: "outputs", repaired: "read" },
    ],
    [
      "planDelete deletes",
      ({ delete: remove }) => ({ planDelete: async (call: ReadCall) => void (await remove(call)) }),
      { planDelete: "create and read" },
    ],
    [
      "planDelete refuses every delete",
      () => ({ planDelete: async () => Promise.reject(new Error("glued")) }),
      {
        replaced: "replaceOn",
        deleted: "planDelete",
        unknown: "planDelete",
        lookedUp: "planDelete",
        foundByKey: "planDelete",
        secret: "planDelete",
        planDelete: "planDelete",
      },
    ],
    [
      "the id holds a secret",
      ({ create }, shelf) => ({
        create: async (call: CreateCall) => {
          const made = await create(call);
          const id = `${made.id}${call.inputs.token ?? ""}`;
          shelf.set(id, shelf.get(made.id)!);
          return { ...made, id };
        },
      }),
      { secret: "create" },
    ],
    [
      "modifyPlan takes everything for known",
      () => ({
        modifyPlan: ({ inputs, change }: { inputs: Inputs; change: (field: string) => string }) =>
          change("label") !== "same" && inputs.label.startsWith("number"),
      }),
      { unknown: "modifyPlan" },
    ],
    [
      "logs come in any order",
      () => ({
        logs: async function* () {
          yield { time: new Date(2), message: "dusted" };
          yield { time: new Date(1), message: "put on the shelf" };
        },
      }),
      { logs: "logs" },
    ],
    [
      "logs never end",
      () => ({
        logs: async function* ({ follow }: { follow: boolean }) {
          yield { time: new Date(1), message: "put on the shelf" };
          if (follow) await new Promise(() => {});
        },
      }),
      { logs: "logs" },
    ],
    ["stats are words", () => ({ stats: async () => ({ weight: "heavy" }) }), { stats: "stats" }],
    ["stats fail", () => ({ stats: async () => Promise.reject(new Error("not today")) }), { stats: "stats" }],
  ];
  test.each(table)("%s", async (_, change, suspicions) => {
    const failures = await failuresOf(change);
    expect(
      Object.fromEntries([...failures].map(([sentence, text]) => [sentence, suspicionIn(text)])),
    ).toEqual(suspicions);
  });

  function suspicionIn(message: string): string {
    const parts = /^Expected: [^]+\nHappened: [^]+\nLook at: (.+) of shelf:index:Thing$/.exec(message);
    return parts?.[1] ?? message;
  }
});
