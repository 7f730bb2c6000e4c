import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { disk, File } from "../examples/files/disk.js";
import { defineProvider } from "../../src/provider/index.js";
import { testProvider } from "../../src/testing/index.js";
import {
  shelfTests,
  type Change,
  type CreateCall,
  type ReadCall,
  type SampleChange,
} from "./sample-shelf.js";
import { failuresOf, sentences } from "./shelf-failures.js";

describe("a provider that does what is expected of it", () => {
  test.each(shelfTests())("passes: $name", ({ run }) => run());

  const folder = mkdtempSync(join(tmpdir(), "coconut-kit-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const files = testProvider(
    disk,
    [
      {
        type: File,
        create: () => ({ path: randomUUID(), content: "one" }),
        update: (inputs) => ({ ...inputs, content: "two" }),
        replace: (inputs) => ({ ...inputs, path: randomUUID() }),
        drift: ({ id, outputs }) => writeFile(join(folder, id), `more than ${outputs.size.toFixed()}`),
        remove: ({ inputs }) => rm(join(folder, inputs.path)),
      },
    ],
    { config: { root: folder } },
  );
  test.each(files)("passes: $name", ({ run }) => run());
});

test("the tests of a type are about all that it can do", () => {
  const names = shelfTests().map(({ name }) => name);
  expect(names).toEqual(Object.values(sentences).map((sentence) => `shelf:index:Thing: ${sentence}`));
});

describe("a type that can do less", () => {
  test("is tested for what it can do", async () => {
    const parts = { without: ["find", "lookup", "logs", "stats"] };
    expect(shelfTests(() => ({}), parts)).toHaveLength(Object.keys(sentences).length - 5);
    expect(await failuresOf(() => ({}), parts)).toEqual(new Map());
  });

  test("may tell its id early instead of being found", async () => {
    const early: Change = ({ create }) => ({
      create: async (call: CreateCall & { identified: (id: string) => Promise<void> }) => {
        await call.identified(call.inputs.name);
        return create(call);
      },
    });
    expect(await failuresOf(early, { without: ["find"] })).toEqual(new Map());
  });

  test("may predict outputs that come out different", async () => {
    const wrong = { predict: () => ({ size: -1, shown: "nowhere" }) };
    expect(await failuresOf(() => wrong)).toEqual(new Map());
  });

  test("may say that nobody can tell what became of a create", async () => {
    expect(await failuresOf(() => ({ find: async () => null }))).toEqual(new Map());
  });

  test("may give a replacement the same id, if the old object is deleted first", async () => {
    const inOnePlace: Change = ({ create }) => ({
      replaceOn: ["name", "label"],
      replaceOrder: "delete-first",
      create,
    });
    const sample: SampleChange = {
      update: (inputs) => ({ ...inputs, color: "blue" }),
      replace: (inputs) => ({ ...inputs, label: "another one" }),
    };
    expect(await failuresOf(inOnePlace, { sample })).toEqual(new Map());
  });

  test("may have objects that are nothing but their record", async () => {
    const recorded: Change = () => ({
      read: async ({ prior }: ReadCall) => prior.outputs,
      find: async () => [],
    });
    const parts = { without: ["lookup"], sample: { onlyInState: true, drift: undefined } };
    const names = shelfTests(recorded, parts).map(({ name }) => name);
    for (const sentence of ["deleted", "restored", "foundByKey", "aborted"] as const)
      expect(names.some((name) => name.endsWith(sentences[sentence]))).toBe(false);
    expect(await failuresOf(recorded, parts)).toEqual(new Map());
  });
});

describe("a sample", () => {
  test("is of a type that the provider defines", () => {
    const other = defineProvider({ package: "other", version: "1.0.0" });
    expect(() => testProvider(other, [{ type: File, create: () => ({ path: "a", content: "b" }) }])).toThrow(
      "A sample has the type disk:index:File, which the package other does not define.",
    );
  });

  test("has values for secret inputs, or says how to give one", async () => {
    const secretIn = (create: () => { name: string; label: string; token?: string; pin?: string }) =>
      failuresOf(() => ({}), { sample: { secret: undefined, create } });
    const failures = await secretIn(() => ({ name: randomUUID(), label: "one" }));
    expect([...failures.keys()]).toEqual(["secret", "writeOnly"]);
    expect(failures.get("secret")).toContain("has secret inputs (token)");
    expect(failures.get("writeOnly")).toContain("has write-only inputs (pin)");
    const thing = () => ({ name: randomUUID(), label: "one", token: randomUUID(), pin: randomUUID() });
    expect(await secretIn(thing)).toEqual(new Map());
  });
});
