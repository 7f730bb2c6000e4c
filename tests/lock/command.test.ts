import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { openStore, systemPorts } from "../../src/store/internal.js";
import { CocoProjects } from "../cli/coco-projects.js";
import { inGuise } from "./guise.js";

const projects = new CocoProjects();
afterAll(() => projects.remove());

const slow = `
import { existsSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { defineProvider } from "@coconut/coconut/provider";
import * as v from "valibot";

export const slow = defineProvider({ package: "slow", version: "1.0.0" });

export const Slow = slow.resource("index:Slow", {
  inputs: { after: v.optional(v.string()) },
  outputs: { name: v.string() },
  create: async ({ inputs }) => {
    const name = inputs.after === undefined ? "first" : "second";
    writeFileSync(name + " called", "");
    while (!existsSync("go on")) await setTimeout(10);
    return { id: name, outputs: { name } };
  },
  read: async ({ id }) => ({ name: id }),
  update: async ({ id }) => ({ name: id }),
  delete: async () => {},
  find: async () => [],
});
`;
const main = `
import { Slow } from "./slow.js";
const first = new Slow("first", {});
new Slow("second", { after: first.name });
`;

test("a command that has lost its lock calls nothing more, changes nothing, and ends with 6", async () => {
  const project = projects.project(main, { "slow.ts": slow });
  const path = (name: string) => project.files.path(name);
  const stale = project.start("apply", "--yes");
  await vi.waitFor(() => expect(existsSync(path("first called"))).toBe(true), 60_000);

  const ports = systemPorts({ COCONUT_KEY_FILE: join(projects.built.folder, "key") });
  const deceived = inGuise(ports, { seen: "none", lockless: true });
  const store = await openStore(`sqlite:${path(".coconut")}`, deceived);
  const stack = await store.open({ project: "shop", name: "dev" }, { create: false });
  const run = await stack.begin({ command: "apply", actor: "ana" });
  expect(run.tookOver?.command).toBe("apply");
  const before = await stack.journal();

  writeFileSync(path("go on"), "");
  const { status, output, errors } = await stale.finished;
  expect(status).toBe(6);
  expect(output + errors).toContain("error store/fenced: This run lost the lock on the stack");
  expect(output + errors).toContain(`to run ${run.runId} (`);
  expect(existsSync(path("second called"))).toBe(false);
  expect(await stack.journal()).toEqual(before);
  expect((await stack.read()).snapshot.open.size, "operations left to the next run").toBe(1);

  const refused = await project.coco("apply", "--yes");
  expect(refused.status, "while the other run has the stack").toBe(3);
  expect(refused.output + refused.errors).toContain(`Run ${run.runId} holds the lock`);
  await run.end("succeeded", {});
  await stack.close();
  const again = await project.coco("apply", "--yes");
  expect(again.errors + again.output).toContain("created");
  expect(again.status).toBe(0);
});
