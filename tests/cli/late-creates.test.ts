import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { CocoProjects, type CocoProject } from "./coco-projects.js";

const projects = new CocoProjects();
afterAll(() => projects.remove());

/**
 * Pages of a service that queues requests and does not look at keys. Its first create is handed to another process, which
 * carries it out when there is a file `go`, and `coco` is killed.
 */
function press(lateWithinMs: number, lookedFor = "") {
  return `
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { defineProvider } from "@coconut/coconut/provider";
import * as v from "valibot";

const press = defineProvider({ package: "press", version: "1.0.0" });
const page = (id: string) => "pages/" + id;
let looks = 0;

export const Page = press.resource("index:Page", {
  inputs: { text: v.string() },
  outputs: {},
  lateWithinMs: ${lateWithinMs},
  create: async ({ idempotencyKey }) => {
    mkdirSync("pages", { recursive: true });
    const id = randomUUID();
    if (!existsSync("sent")) {
      writeFileSync("sent", "");
      const queue = \`const { existsSync, writeFileSync } = require("node:fs");
        const begun = Date.now();
        setInterval(() => {
          if (existsSync("go")) writeFileSync("\${page(id)}", "\${idempotencyKey}");
          if (existsSync("go") || !existsSync("sent") || Date.now() - begun > 600000) process.exit();
        }, 20);\`;
      spawn(process.execPath, ["-e", queue], { detached: true, stdio: "ignore" }).unref();
      process.kill(process.pid, "SIGKILL");
    }
    writeFileSync(page(id), idempotencyKey);
    return { id, outputs: {} };
  },
  read: async ({ id }) => (existsSync(page(id)) ? {} : null),
  update: async () => ({}),
  delete: async ({ id }) => rmSync(page(id), { force: true }),
  find: async ({ idempotencyKey }) => {
    looks++;
    ${lookedFor}
    return readdirSync("pages")
      .filter((id) => readFileSync(page(id), "utf8") === idempotencyKey)
      .map((id) => ({ id, outputs: {} }));
  },
});
`;
}

const main = `
import { Page } from "./press.js";
new Page("title", { text: "On Coconuts" });
`;

const pages = (project: CocoProject) => readdirSync(project.files.path("pages"));

test("a create that arrives while the next apply looks for it is adopted", async () => {
  // It arrives when it was looked for in the plan, and once in the run.
  const arrives = 'if (looks === 2) writeFileSync("go", "");';
  const project = projects.project(main, { "press.ts": press(600_000, arrives) });
  expect((await project.coco("apply", "--yes")).status).not.toBe(0);
  const { status, output } = await project.coco("apply", "--yes");
  expect(output).toContain("Apply looks for the objects of 1 interrupted create for up to");
  expect(output).toMatch(
    /waiting up to \d+ (s|min).* for 1 create of run r-1-[0-9a-f]+ that may still\s+take\s+effect/,
  );
  expect(output).toContain("adopted");
  expect(status).toBe(0);
  expect(pages(project)).toHaveLength(1);
});

test("two objects for one key are reported with both ids until one is gone", async () => {
  const project = projects.project(main, { "press.ts": press(1) });
  await project.coco("apply", "--yes");
  expect((await project.coco("apply", "--yes")).status).toBe(0);
  const [managed] = pages(project);
  writeFileSync(project.files.path("go"), "");
  await vi.waitFor(() => expect(pages(project)).toHaveLength(2), 60_000);
  const second = pages(project).find((id) => id !== managed)!;

  const said = async (...parameters: readonly string[]) => {
    const { status, output, errors } = await project.coco(...parameters);
    expect(status).toBe(0);
    return output + errors;
  };
  for (const command of [["plan"], ["apply", "--yes"], ["refresh", "--yes"]]) {
    const text = await said(...command);
    expect(text.match(/warning engine\/second-object/g)).toHaveLength(1);
    expect(text).toContain(managed);
    expect(text).toContain(second);
    expect(text).toContain("coco import press:index:Page <name>");
  }
  rmSync(join(project.files.path("pages"), second));
  expect(await said("apply", "--yes")).not.toContain("second-object");
  expect(await said("plan")).not.toContain("second-object");
  expect(existsSync(join(project.files.path("pages"), managed!))).toBe(true);
});
