import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, test, vi } from "vitest";
import { CocoProjects, type CocoProject } from "../cli/coco-projects.js";

vi.setConfig({ testTimeout: 120_000 });
const projects = new CocoProjects();
afterAll(() => projects.remove());

const slow = `
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { defineProvider } from "@coconut/coconut/provider";
import * as v from "valibot";

export const slow = defineProvider({ package: "slow", version: "1.0.0" });

const waits = async (text: string) => {
  if (!text.startsWith("slow")) return;
  writeFileSync("called", "");
  while (!existsSync("go on")) await setTimeout(10);
};

export const Thing = slow.resource("index:Thing", {
  inputs: { text: v.string(), after: v.optional(v.any()) },
  outputs: { size: v.number() },
  create: async ({ inputs: { text } }) => {
    await waits(text);
    mkdirSync("things", { recursive: true });
    writeFileSync("things/" + text, "");
    return { id: "id-of-" + text, outputs: { size: 1 } };
  },
  read: async () => ({ size: 1 }),
  update: async ({ inputs: { text } }) => (await waits(text), { size: 2 }),
  delete: async ({ id }) => rmSync("things/" + id.slice("id-of-".length), { force: true }),
  find: async () => [],
});
`;
const imports = `import { Thing } from "./slow.js";\n`;
const main = `${imports}
new Thing("kept", { text: "kept" });
const quick = new Thing("quick", { text: "quick" });
const wait = new Thing("wait", { text: "slow", after: quick.size });
new Thing("never", { text: "never", after: wait.size });
`;

/** An apply that has made one object and is in the middle of making another. */
async function applying(project: CocoProject) {
  const { files } = project;
  for (const name of ["called", "go on"]) rmSync(files.path(name), { force: true });
  const started = project.start("apply", "--yes");
  await vi.waitFor(() => expect(existsSync(files.path("called"))).toBe(true), 60_000);
  return started;
}

const ways: Record<string, (project: CocoProject) => void> = {
  "its database is deleted": ({ files }) => rmSync(files.path(".coconut/dev.db")),
  "all its files are deleted": ({ files }) => {
    for (const name of readdirSync(files.path(".coconut")))
      if (name.includes("dev.db")) rmSync(files.path(`.coconut/${name}`));
  },
  "its folder is deleted": ({ files }) => rmSync(files.path(".coconut"), { recursive: true }),
  "another file takes its place": ({ files }) => {
    rmSync(files.path(".coconut/dev.db"));
    copyFileSync(files.path("old.db"), files.path(".coconut/dev.db"));
  },
};

describe.each(Object.entries(ways))("a run whose store is gone, because %s", (_, takeAway) => {
  test("ends with the code of the store, and lists what exists and no state knows", async () => {
    const project = projects.project(`${imports}new Thing("kept", { text: "kept" });\n`, { "slow.ts": slow });
    const { files } = project;
    expect((await project.coco("apply", "--yes")).status).toBe(0);
    copyFileSync(files.path(".coconut/dev.db"), files.path("old.db"));
    files.write({ "main.ts": main });
    const run = await applying(project);
    takeAway(project);
    writeFileSync(files.path("go on"), "");
    const { status, errors } = await run.finished;
    expect(errors).toContain("error store/deleted: State was deleted while in use");
    expect(errors.match(/store\/deleted/g), "said once").toHaveLength(1);
    expect(errors).toContain("slow:index:Thing quick  id-of-quick  created");
    expect(errors).toContain("slow:index:Thing wait  id-of-slow  created");
    expect(errors).toContain("Before the run, the state contained 1 object.");
    expect(errors).not.toContain("kept");
    expect(errors).not.toContain("never  ");
    expect(errors).not.toMatch(/run again/i);
    expect(status).toBe(5);
    expect(readdirSync(files.path("things")).sort()).toEqual(["kept", "quick", "slow"]);
  });
});

test("what was updated and removed is listed too", async () => {
  const before = ["a", "b"].map((name) => `new Thing("${name}", { text: "${name}" });\n`);
  const project = projects.project(imports + before.join(""), { "slow.ts": slow });
  const { files } = project;
  expect((await project.coco("apply", "--yes")).status).toBe(0);
  files.write({ "main.ts": `${imports}new Thing("a", { text: "slower" });\n` });
  const run = await applying(project);
  await vi.waitFor(() => expect(existsSync(files.path("things/b"))).toBe(false), 60_000);
  rmSync(files.path(".coconut/dev.db"));
  writeFileSync(files.path("go on"), "");
  const { status, errors } = await run.finished;
  expect(errors).toContain("slow:index:Thing a  id-of-a  updated");
  expect(errors).toContain("slow:index:Thing b  id-of-b  removed");
  expect(status).toBe(5);
});

test("a run that has not changed anything when its store is deleted says so", async () => {
  const project = projects.project(`${imports}new Thing("wait", { text: "slow" });\n`, {
    "slow.ts": slow.replace(
      "await waits(text);\n    mkdirSync",
      "await waits(text);\n    throw new Error('no room');\n    mkdirSync",
    ),
  });
  const { files } = project;
  mkdirSync(files.path("things"));
  const run = await applying(project);
  rmSync(files.path(".coconut/dev.db"));
  writeFileSync(files.path("go on"), "");
  const { status, errors } = await run.finished;
  expect(errors).toContain("The run had not changed any object.");
  expect(status).toBe(5);
});

test("every call that still runs is listed with what came of it", async () => {
  const texts = ["slow1", "slow2", "slow3"];
  const things = texts.map((text) => `new Thing("${text}", { text: "${text}" });\n`);
  const project = projects.project(imports + things.join(""), {
    // Each comes to its end in a commit of its own.
    "slow.ts": slow.replaceAll(`"called"`, `"called " + text`).replace(`"go on"`, `"go on " + text`),
  });
  const appears = (name: string) =>
    vi.waitFor(() => expect(existsSync(project.files.path(name))).toBe(true), 60_000);
  const run = project.start("apply", "--yes");
  for (const text of texts) await appears(`called ${text}`);
  rmSync(project.files.path(".coconut/dev.db"));
  for (const text of texts) {
    writeFileSync(project.files.path(`go on ${text}`), "");
    await appears(`things/${text}`);
  }
  const { status, errors } = await run.finished;
  for (const text of texts) expect(errors).toContain(`${text}  id-of-${text}  created`);
  expect(status).toBe(5);
});
