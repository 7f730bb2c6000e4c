import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { secret } from "@coconut/coconut";
import { testProvider, testStack } from "@coconut/coconut/testing";
import { Note, notes } from "./index.js";

const folder = mkdtempSync(join(tmpdir(), "notes-"));
after(() => rmSync(folder, { recursive: true }));

describe("tests that every provider must pass", () => {
  const tests = testProvider(
    notes,
    [
      {
        type: Note,
        create: () => ({ name: randomUUID(), title: "First", text: "one" }),
        update: (inputs) => ({ ...inputs, text: "one and two" }),
        replace: (inputs) => ({ ...inputs, name: randomUUID() }),
        secret: (text) => ({ name: randomUUID(), text: secret(text) }),
        drift: ({ id }) =>
          writeFile(join(folder, `${id}.json`), JSON.stringify({ key: "", title: "Changed", text: "" })),
        remove: ({ id }) => rm(join(folder, `${id}.json`)),
      },
    ],
    { config: { folder } },
  );
  for (const { name, run } of tests) test(name, run);
});

test("words are counted", async () => {
  const stack = await testStack(
    () => ({ words: new Note("todo", { name: "todo", text: "Write  a\nprovider" }).words }),
    { config: { "notes:folder": folder } },
  );
  const run = await stack.apply();
  assert.deepEqual(run.outputs, { words: 3 });
  assert.ok((await stack.destroy()).ok);
});

test("an invalid name is refused before anything is created", async () => {
  const stack = await testStack(() => void new Note("todo", { name: "../todo", text: "" }));
  await assert.rejects(stack.plan(), /The name may only have lowercase letters/);
});
