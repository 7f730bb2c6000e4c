import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test, vi } from "vitest";
import { CocoProjects, imports, type CocoProject } from "./coco-projects.js";

vi.setConfig({ testTimeout: 60_000 });
const projects = new CocoProjects();
afterAll(() => projects.remove());

const ctrlC = "\u0003";
const ctrlD = "\u0004";

/** Boxes that take their time. They are on the shelf before the call returns, and are found there after a crash. */
const slow = `
import { mkdirSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { defineProvider } from "@coconut/coconut/provider";
import * as v from "valibot";

const file = (id: string) => "shelf/" + id + ".json";
const slow = defineProvider({ package: "slow", version: "1.0.0" });
export const Slow = slow.resource("index:Slow", {
  inputs: { label: v.string(), delay: v.number(), lookingTakes: v.optional(v.number(), 0) },
  outputs: { weight: v.number() },
  create: async ({ inputs, idempotencyKey, log }) => {
    mkdirSync("shelf", { recursive: true });
    writeFileSync(file(inputs.label), JSON.stringify({ ...inputs, idempotencyKey, pid: process.pid }));
    log.info("on its way");
    await sleep(inputs.delay);
    return { id: inputs.label, outputs: { weight: 1 } };
  },
  read: async ({ id, prior }) => {
    if (prior.inputs.lookingTakes > 0) console.log("looking");
    await sleep(prior.inputs.lookingTakes);
    return existsSync(file(id)) ? { weight: 1 } : null;
  },
  update: async () => ({ weight: 1 }),
  delete: async ({ id }) => rmSync(file(id), { force: true }),
  find: async ({ idempotencyKey }) =>
    readdirSync("shelf")
      .map((name) => JSON.parse(readFileSync("shelf/" + name, "utf8")))
      .filter((box) => box.idempotencyKey === idempotencyKey)
      .map((box) => ({ id: box.label, outputs: { weight: 1 } })),
});
`;

const withSlow = (main: string) =>
  projects.project(
    `import * as coconut from "@coconut/coconut";\nimport { Slow } from "./slow.js";\n${main}`,
    {
      "slow.ts": slow,
    },
  );

/** Two that run at the same time, and one that waits for the first of them. */
const three = (delay: number) => `
  const first = new Slow("first", { label: "first", delay: ${delay} });
  new Slow("second", { label: "second", delay: ${delay} });
  new Slow("third", { label: coconut.interpolate\`third-of-\${first.weight}\`, delay: 1 });
`;

const nothingToDo = /^No changes|^Plan: \d+ unchanged/m;

async function expectWhole(project: CocoProject, shelf: readonly string[]): Promise<void> {
  expect((await project.coco("apply", "--yes")).status).toBe(0);
  expect(project.shelf()).toEqual(shelf);
  expect((await project.coco("plan")).output).toMatch(nothingToDo);
}

describe.concurrent("whoever is asked", () => {
  const boxes = `${imports}new Box("a", { label: "a" });`;

  test("sees one blank line where there is nothing to do", async () => {
    const terminal = projects.project("export {};").terminal({ columns: 40, rows: 20 }, "apply", "--yes");
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen.text).toMatch(/No changes\.\n\nDone\./);
  });

  test("says yes, after a look at the details", async () => {
    const project = projects.project(boxes);
    const terminal = project.terminal({ columns: 40, rows: 20 }, "apply");
    await terminal.says("Apply this plan? yes / no / details: ");
    terminal.type("perhaps\n");
    await terminal.says("Please answer yes, no or details.");
    terminal.type("d\n");
    await terminal.says("at main.ts:3:1");
    await terminal.says("Apply this plan? yes / no / details: ");
    expect(project.shelf()).toEqual([]);
    terminal.type("y\n");
    expect(await terminal.ended).toBe(0);
    expect(project.shelf()).toEqual(["a"]);
    expect(terminal.screen.isCursorVisible).toBe(true);
  });

  test("says no, and nothing is done", async () => {
    const project = projects.project(boxes);
    const terminal = project.terminal({}, "apply");
    await terminal.says("details: ");
    terminal.type("no\n");
    expect(await terminal.ended).toBe(4);
    expect(terminal.screen.text).toContain("Cancelled. No changes were made.");
    expect(project.shelf()).toEqual([]);
  });

  test.each([
    ["by Ctrl-C", ctrlC],
    ["by the end of the input", ctrlD],
  ])("leaves %s, and nothing is done", async (_, key) => {
    const project = projects.project(boxes);
    const terminal = project.terminal({}, "apply");
    await terminal.says("details: ");
    terminal.type(key);
    expect(await terminal.ended).toBe(130);
    expect(project.shelf()).toEqual([]);
  });

  test("types a secret that is not seen", async () => {
    const project = projects.project(boxes);
    const terminal = project.terminal({}, "config", "set", "token", "--secret");
    await terminal.says("token: ");
    terminal.type("hunter3\u007f2\r");
    const status = await terminal.ended;
    expect({ status, text: terminal.screen.text }).toMatchObject({ status: 0 });
    expect(terminal.output).not.toContain("hunter");
    expect((await project.coco("config", "get", "token", "--reveal")).output).toBe("hunter2\n");
    const left = project.terminal({}, "config", "set", "other", "--secret");
    await left.says("other: ");
    left.type(`abc${ctrlC}`);
    expect(await left.ended).toBe(130);
  });

  test("need not wait for a plan that they interrupt", async () => {
    const project = withSlow(`new Slow("a", { label: "a", delay: 0, lookingTakes: 60_000 });`);
    expect((await project.coco("apply", "--yes")).status).toBe(0);
    const terminal = project.terminal({}, "apply");
    await terminal.says("looking");
    terminal.type(ctrlC);
    expect(await terminal.ended).toBe(130);
    expect(terminal.screen.text).toContain("cli/interrupted");
  });
});

describe.concurrent("a run on a terminal", () => {
  test("shows what is running and for how long, and leaves only what has happened", async () => {
    const project = withSlow(three(1_900));
    const terminal = project.terminal({ columns: 40, rows: 20 }, "apply", "--yes");
    await terminal.shows(/\+ first {2}creating 1 s.*\n.*\+ second {2}creating 1 s.*\n.*0\/3 · 1 s$/);
    expect(terminal.screen.isCursorVisible).toBe(false);
    expect(await terminal.ended).toBe(0);
    const { text, isCursorVisible, broken, colours } = terminal.screen;
    expect(text).not.toContain("creating");
    expect(text).toMatch(/created {3}first {2}[12]\.\d s/);
    expect(text).toMatch(/created {3}second {2}[12]\.\d s/);
    expect(text).toMatch(/created {3}third/);
    expect(text).toContain("first: on its way");
    expect(isCursorVisible).toBe(true);
    expect(broken).toEqual([]);
    expect(colours).toBeGreaterThan(0);
  });

  test("has no colours where nobody wants them", async () => {
    const project = withSlow(three(400));
    const terminal = project.terminal({ environment: { NO_COLOR: "1" } }, "apply", "--yes");
    await terminal.shows(/\+ first {2}creating/);
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen.colours).toBe(0);
    expect(terminal.screen.isCursorVisible).toBe(true);
  });

  test("lets the program print above it", async () => {
    const project = withSlow(`${three(500)}
      first.weight.apply(() => console.log("the first is there"));
    `);
    const terminal = project.terminal({}, "apply", "--yes");
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen.text).toMatch(/^the first is there$/m);
  });

  test("is taken down in order when the program throws where nothing catches it", async () => {
    const project = withSlow(`${three(1_000)}
      const quick = new Slow("quick", { label: "quick", delay: 1 });
      quick.weight.apply(() => void setTimeout(() => { throw new Error("oops"); }));
    `);
    const terminal = project.terminal({}, "apply", "--yes");
    expect(await terminal.ended).toBe(1);
    expect(terminal.screen.text).toMatch(/created .* first[^]*oops/);
    expect(terminal.screen.text).not.toContain("creating");
    expect(terminal.screen.isCursorVisible).toBe(true);
  });

  test("stopped once, it finishes what is running and says what that is", async () => {
    const project = withSlow(three(2_500));
    const terminal = project.terminal({ columns: 40, rows: 20 }, "apply", "--yes");
    await terminal.shows(/\+ second {2}creating 1 s/);
    terminal.type(ctrlC);
    await terminal.says("Stopping. Waiting for 2 running steps:");
    await terminal.shows(/stopping, 2 running/);
    expect(await terminal.ended).toBe(130);
    expect(terminal.screen.text).toMatch(/created {3}first[^]*created {3}second/);
    expect(terminal.screen.isCursorVisible).toBe(true);
    expect(terminal.screen.broken).toEqual([]);
    expect(project.shelf()).toEqual(["first", "second"]);
    expect((await project.coco("plan")).output).toContain("1 to create");
    await expectWhole(project, ["first", "second", "third-of-1"]);
  });

  test("stopped twice, it leaves what is running to the next run", async () => {
    const project = withSlow(three(60_000));
    const terminal = project.terminal({}, "apply", "--yes");
    await terminal.shows(/\+ second {2}creating/);
    terminal.type(ctrlC);
    await terminal.says("Interrupt again to exit.");
    terminal.type(ctrlC);
    expect(await terminal.ended).toBe(130);
    expect(terminal.screen.text).toMatch(/uncertain .*first/);
    expect(terminal.screen.isCursorVisible).toBe(true);
    project.files.write({ "slow.ts": slow.replace("sleep(inputs.delay)", "sleep(1)") });
    const settled = await project.coco("apply", "--yes");
    expect(settled).toMatchObject({ status: 0 });
    expect(settled.output).toMatch(/interrupted operation on \S+::first:/);
    await expectWhole(project, ["first", "second", "third-of-1"]);
  });

  test("goes on to the end of what is running when the terminal is closed", async () => {
    const project = withSlow(three(1_500));
    const terminal = project.terminal({}, "apply", "--yes");
    await terminal.shows(/\+ second {2}creating/);
    const { pid } = JSON.parse(readFileSync(project.files.path("shelf/first.json"), "utf8")) as {
      pid: number;
    };
    terminal.close();
    expect(await terminal.ended).toBe(null);
    while (isAlive(pid)) await sleep(50);
    expect(project.shelf()).toEqual(["first", "second"]);
    const { output } = await project.coco("plan");
    expect(output).toContain("1 to create, 2 unchanged");
    expect(output).not.toMatch(/interrupted|cut off/i);
    await expectWhole(project, ["first", "second", "third-of-1"]);
  });
});

describe.concurrent("a run in a pipe", () => {
  const quiet = { CI: "", FORCE_COLOR: "", NO_COLOR: "", GITHUB_ACTIONS: "" };

  test("is a line for each step, and a sign of life for those that take long", async () => {
    const project = withSlow(three(1_000));
    const environment = { ...quiet, COCONUT_HEARTBEAT_SECONDS: "0.3" };
    const { status, output, errors } = await project.cocoWith({ environment }, "apply", "--yes");
    expect({ status, errors }).toEqual({ status: 0, errors: "" });
    expect(
      output.match(/^ {2}created {3}slow:index:Slow (first|second|third) {2}[\d.]+ m?s$/gm),
    ).toHaveLength(3);
    expect(output).toMatch(/^ {2}still creating first \(0 s\), creating second \(0 s\)$/m);
    expect(output).not.toContain("\u001b");
    expect(output).not.toContain("\r");
  });

  test("goes on when nobody reads it", async () => {
    const project = withSlow(three(500));
    const started = project.start("apply", "--yes");
    await started.said("first: on its way");
    started.closeOutput();
    expect((await started.finished).status).toBe(0);
    expect((await project.coco("plan")).output).toMatch(nothingToDo);
  });

  test("is folded by GitHub, and what is wrong stands beside the code", async () => {
    const project = projects.project(`${imports}
new Box("a", { label: "a" });
new Box("b", { label: "refused" });
`);
    const environment = { ...quiet, GITHUB_ACTIONS: "true", GITHUB_WORKSPACE: project.files.folder };
    const { status, output, errors } = await project.cocoWith({ environment }, "apply", "--yes");
    expect(status).toBe(1);
    expect(output).toMatch(/^::group::Steps$[^]*^ {2}failed {4}.*b[^]*there is no room[^]*^::endgroup::$/m);
    expect(output + errors).toMatch(
      /^::error file=main\.ts,line=5,col=1,title=[\w/%-]+.*::.*there is no room/m,
    );
  });
});

/** One whose end nobody has asked for yet has ended too. */
function isAlive(pid: number): boolean {
  const file = `/proc/${pid}/stat`;
  return existsSync(file) && !/\) Z /.test(readFileSync(file, "utf8"));
}
