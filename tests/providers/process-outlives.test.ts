import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ProcessRecord } from "../../src/providers/process/process-record.js";
import { BuiltPackage } from "../support/built-package.js";
import { isRunning } from "./process-world.js";

let built: BuiltPackage;
beforeAll(() => {
  built = new BuiltPackage();
}, 60_000);
afterAll(() => built.remove());

test("a process outlives the package that started it, holds none of its pipes, and is found again", async () => {
  const project = built.project({
    "main.ts": `
      import { Process } from "@coconut/coconut/process";
      const web = new Process("web", { command: ["node", "server.mjs"], port: "free", health: { http: "/", intervalMs: 50 } });
      export const url = web.url;`,
    "server.mjs": `
      import { createServer } from "node:http";
      createServer((_, response) => response.end("hello")).listen(process.env.PORT, "127.0.0.1");`,
  });
  try {
    // It answers when nobody writes to its output any more.
    const { outputs, diagnostics } = await project.command({ command: "apply" });
    expect(diagnostics).toEqual([]);
    expect(await (await fetch((outputs as { url: string }).url)).text()).toBe("hello");
    const { supervisor, child } = recordIn(project.path(".coconut/processes"));
    expect([supervisor, child!].map(({ pid }) => isRunning(pid))).toEqual([true, true]);
    expect((await project.command({ command: "plan" })).changes).toEqual([["web", "same"]]);

    expect((await project.command({ command: "destroy" })).diagnostics).toEqual([]);
    expect([supervisor, child!].map(({ pid }) => isRunning(pid))).toEqual([false, false]);
  } finally {
    await project.command({ command: "destroy" });
  }
  expect(readdirSync(project.path(".coconut/processes"))).toEqual([]);
}, 60_000);

function recordIn(folder: string): ProcessRecord {
  const [id = ""] = readdirSync(folder);
  return JSON.parse(readFileSync(`${folder}/${id}/status.json`, "utf8")) as ProcessRecord;
}
