import { spawn, type ChildProcess } from "node:child_process";
import { constants } from "node:os";
import { afterAll, describe, expect, test } from "vitest";
import { CocoProjects, imports, type CocoProject } from "./coco-projects.js";

const projects = new CocoProjects();
const started = new Set<ChildProcess>();
afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
  projects.remove();
});

const ctrlC = "\u0003";
const boxed = `${imports}new Box("a", { label: "a" });\n`;
const looping = `${boxed}import { writeFileSync } from "node:fs";\nwriteFileSync("loops", "");\nconsole.log("it loops");\nfor (;;) {}\n`;

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Sends a signal to `coco` as soon as its program loops. */
async function endedBy(
  project: CocoProject,
  signal: NodeJS.Signals,
  ...parameters: readonly string[]
): Promise<Ended> {
  const child = spawn(process.execPath, [projects.command, ...parameters, "-C", project.files.folder], {
    env: { ...process.env, COCONUT_KEY_FILE: `${projects.built.folder}/key` },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.add(child);
  let said = "";
  const isOver = new Promise<Ended>((resolve) =>
    child.on("exit", (code, by) => resolve({ code, signal: by })),
  );
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      if (!said.includes("it loops") && (said += text).includes("it loops")) child.kill(signal);
    });
  const ended = await isOver;
  started.delete(child);
  expect(said).toContain("it loops");
  return ended;
}

const lockOf = async (project: CocoProject) =>
  (JSON.parse((await project.coco("stack", "ls", "--json")).output) as { stacks: { lockedBy?: unknown }[] })
    .stacks[0]!.lockedBy;

describe("a program that loops while it is evaluated", () => {
  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("is ended by %s", async (signal) => {
    const project = projects.project(looping);
    expect(await endedBy(project, signal, "plan")).toEqual({ code: null, signal });
    expect(constants.signals[signal] + 128).toBe({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal]);
  });

  test.each([
    ["apply", "--yes"],
    ["destroy", "--yes"],
    ["refresh", "--yes"],
    ["import", "shelf:index:Box", "b", "b"],
    ["rename", "a", "b"],
    ["recover", "a", "--absent"],
    ["explain", "a"],
    ["graph"],
    ["logs"],
    ["stats"],
    ["provider", "ls"],
  ])("is ended while %s evaluates it, and no run was begun", async (...parameters) => {
    const project = projects.project(boxed);
    expect((await project.coco("apply", "--yes")).status).toBe(0);
    project.files.write({ "main.ts": looping });
    expect(await endedBy(project, "SIGTERM", ...parameters)).toEqual({ code: null, signal: "SIGTERM" });
    expect(await lockOf(project)).toBeUndefined();
    const { output } = await project.coco("stack", "history", "--json");
    expect(
      (JSON.parse(output) as { runs: { command: string }[] }).runs.map(({ command }) => command),
    ).toEqual(["apply"]);
  });

  test("is ended by Ctrl-C at a terminal, whose cursor is there", async () => {
    const terminal = projects.project(looping).terminal({}, "apply");
    await terminal.says("it loops");
    terminal.type(ctrlC);
    expect(await terminal.ended).toBe(130);
    expect(terminal.output.lastIndexOf("\u001b[?25h")).toBeGreaterThanOrEqual(
      terminal.output.lastIndexOf("\u001b[?25l"),
    );
  });
});

test("the cursor is there again while a program is evaluated that waited for a lock", async () => {
  const project = projects.project(boxed);
  expect((await project.coco("apply", "--yes")).status).toBe(0);
  project.files.write({
    "slow.ts": `${imports}new Box("a", { label: "a" });\nconst b = new Box("b", { label: "b" });\nb.id.apply(async () => {\n  console.log("holds it");\n  while (!existsSync("go")) await new Promise((later) => setTimeout(later, 50));\n});\nimport { existsSync } from "node:fs";\n`,
    "coconut.json": `{ "name": "shop", "main": "slow.ts" }`,
  });
  const holder = project.start("apply", "--yes");
  await holder.said("holds it");
  project.files.write({ "main.ts": looping, "coconut.json": `{ "name": "shop", "main": "main.ts" }` });
  const terminal = project.terminal({}, "rename", "a", "c", "--wait");
  await terminal.says("\u001b[?25l");
  project.files.write({ go: "" });
  await terminal.says("it loops");
  expect(terminal.output.lastIndexOf("\u001b[?25h")).toBeGreaterThan(
    terminal.output.lastIndexOf("\u001b[?25l"),
  );
  terminal.type(ctrlC);
  expect(await terminal.ended).toBe(130);
  await holder.finished;
});
