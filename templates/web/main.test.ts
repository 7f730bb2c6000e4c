import assert from "node:assert/strict";
import { test } from "node:test";
import { testProgram } from "@coconut/coconut/testing";

test("the program declares the site and its server", async () => {
  const program = await testProgram(() => import("./main.js"));
  const applied = program.applied({ server: { url: "http://localhost:8080" } });

  assert.deepEqual((await applied.outputs()).value, { url: "http://localhost:8080" });
  const names = program.registrations.map(({ name }) => name);
  assert.deepEqual(names, ["site", "server"]);
});
