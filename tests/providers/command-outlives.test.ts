import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { startTimeOf } from "../../src/std/process-start.js";
import { CocoProjects, type CocoProject } from "../cli/coco-projects.js";

const projects = new CocoProjects();
afterAll(() => projects.remove());

/** A script whose run of `coco` is killed with SIGKILL: what it does then, it does alone. */
function orphaned(script: string, more = "", options = ""): CocoProject {
  const create = `echo $$ >> pids; ${script}`;
  const project = projects.project(`
import { Command } from "@coconut/coconut/command";
new Command("job", {
  create: ${JSON.stringify(create)},
  check: "test -e made",
  delete: "rm -f made",
  ${more}
}, { ${options} });
`);
  onTestFinished(() => {
    writeFileSync(project.files.path("go"), "");
    for (const pid of pids(project)) if (startTimeOf(pid) !== undefined) process.kill(-pid, "SIGKILL");
  });
  return project;
}

/** The scripts that were started, each with its process id. */
function pids({ files }: CocoProject): readonly number[] {
  if (!existsSync(files.path("pids"))) return [];
  return readFileSync(files.path("pids"), "utf8").trim().split("\n").map(Number);
}

const isRunning = (pid: number | undefined) => pid !== undefined && startTimeOf(pid) !== undefined;

/** Kills its parent once, which is `coco`, and then waits until it is told to go on. */
const killsAndWaits = "kill -KILL $PPID; while [ ! -e go ]; do sleep 0.05; done; echo made > made";

test("a script that outlives its run is waited for, and no second one is started beside it", async () => {
  const project = orphaned(killsAndWaits);
  expect(await project.coco("apply", "--yes")).toMatchObject({ status: null });
  expect(pids(project).map(isRunning)).toEqual([true]);

  const plan = await project.coco("plan");
  expect(plan.output).toContain("engine/still-running");
  expect(pids(project).map(isRunning)).toEqual([true]);

  const next = project.start("apply", "--yes");
  await next.said("waiting for process group");
  expect(pids(project).map(isRunning)).toEqual([true]);
  writeFileSync(project.files.path("go"), "");
  const { status, output } = await next.finished;
  expect(output).toContain("adopted");
  expect(status).toBe(0);
  expect(pids(project).map(isRunning)).toEqual([false]);
  expect((await project.coco("plan")).output).toContain("1 unchanged");
});

test("a script that does not end is ended at the deadline of its call, before it is started again", async () => {
  const isFirstThere = "grep -qs '^State:[[:space:]]*[RSDT]' \"/proc/$(head -n 1 pids)/status\"";
  const again = `if [ -e begun ]; then ${isFirstThere} && echo both > both; echo made > made; exit; fi`;
  const forEver = "touch begun; kill -KILL $PPID; trap '' TERM; while :; do sleep 1; done";
  const project = orphaned(`${again}; ${forEver}`, "", `customTimeouts: { create: "10s" }`);
  expect(await project.coco("apply", "--yes")).toMatchObject({ status: null });
  expect(pids(project).map(isRunning)).toEqual([true]);

  const { status, output } = await project.coco("apply", "--yes");
  expect(output).toContain("waiting for process group");
  expect(status).toBe(0);
  expect(pids(project).map(isRunning)).toEqual([false, false]);
  expect(existsSync(project.files.path("both"))).toBe(false);
  expect(existsSync(project.files.path("made"))).toBe(true);
});

test("Ctrl-C ends the wait: the script goes on, and nothing was done", async () => {
  const project = orphaned(killsAndWaits);
  expect(await project.coco("apply", "--yes")).toMatchObject({ status: null });
  const next = project.start("apply", "--yes");
  await next.said("waiting for process group");
  next.kill("SIGINT");
  expect(await next.finished).toMatchObject({ status: 130 });
  expect(pids(project).map(isRunning)).toEqual([true]);
});

test("everything that the script has started is waited for, also when the script itself has ended", async () => {
  const child = "(while [ ! -e go ]; do sleep 0.05; done; echo made > made) >child.log 2>&1 &";
  const project = orphaned(`${child} kill -KILL $PPID; kill -KILL $$`);
  expect(await project.coco("apply", "--yes")).toMatchObject({ status: null });
  await expect.poll(() => pids(project).map(isRunning), { timeout: 30_000 }).toEqual([false]);
  const next = project.start("apply", "--yes");
  await next.said("waiting for process group");
  writeFileSync(project.files.path("go"), "");
  expect(await next.finished).toMatchObject({ status: 0 });
  expect(pids(project)).toHaveLength(1);
});
