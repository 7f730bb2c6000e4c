import assert from "node:assert/strict";
import { test } from "node:test";
import { testProgram } from "@coconut/coconut/testing";

test("the file greets the chosen name", async () => {
  const program = await testProgram(() => import("./main.js"));
  const applied = program.applied({ pet: { id: "gentle-otter" } });

  const { value: outputs } = await applied.outputs();
  assert.deepEqual(outputs, { name: "gentle-otter", file: "greeting.txt" });

  const greeting = program.registrations.find(({ name }) => name === "greeting");
  assert.equal(greeting?.type, "local:index:File");
});
