import { existsSync, rmSync, writeFileSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import { afterAll, describe, expect, test, vi } from "vitest";
import { CocoProjects, type CocoProject } from "../cli/coco-projects.js";
import type { Started } from "../support/built-package.js";

vi.setConfig({ testTimeout: 120_000 });
const projects = new CocoProjects();
afterAll(() => projects.remove());

const slow = `
import { existsSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { defineProvider } from "@coconut/coconut/provider";
import * as v from "valibot";

export const slow = defineProvider({ package: "slow", version: "1.0.0" });

export const Slow = slow.resource("index:Slow", {
  inputs: { text: v.string() },
  outputs: { size: v.number() },
  create: async ({ inputs }) => {
    writeFileSync("called", "");
    while (!existsSync("go on")) await setTimeout(10);
    return { id: inputs.text, outputs: { size: 1 } };
  },
  read: async () => ({ size: 1 }),
  update: async () => ({ size: 1 }),
  delete: async () => {},
  find: async () => [],
});
`;
const main = `
import { writeFileSync } from "node:fs";
import { Slow } from "./slow.js";
writeFileSync("evaluated", "");
new Slow("slow", { text: "a" });
`;

/** A project whose stack is held by an apply that waits until it may go on. */
async function held(): Promise<{ project: CocoProject; holder: Started; goesOn: () => void }> {
  const project = projects.project(main, { "slow.ts": slow });
  const holder = project.start("apply", "--yes");
  const { files } = project;
  await vi.waitFor(() => expect(existsSync(files.path("called"))).toBe(true), 60_000);
  rmSync(files.path("evaluated"));
  return { project, holder, goesOn: () => writeFileSync(files.path("go on"), "") };
}

const holderLine = new RegExp(
  `^  Run r-1-\\w+ holds the lock: ${userInfo().username}@${hostname()}, pid \\d+, "apply", since \\S+ \\((?:just now|\\d+ \\w+ ago)\\)\\.$`,
  "m",
);

test.each([["apply"], ["destroy"], ["refresh"], ["apply", "saved.plan"]])(
  "coco %s says first who holds the stack: nothing is evaluated, and nothing else is printed",
  async (command, ...more) => {
    const { project, holder, goesOn } = await held();
    project.files.write({ "saved.plan": "not a plan" });
    const refused = await project.coco(command, ...more, ...(more.length === 0 ? ["--yes"] : []));
    expect(refused.status).toBe(3);
    expect(refused.output).toBe("");
    expect(refused.errors).toMatch(holderLine);
    expect(refused.errors).toContain("--wait");
    expect(existsSync(project.files.path("evaluated"))).toBe(false);
    goesOn();
    expect((await holder.finished).status).toBe(0);
  },
);

describe("--wait", () => {
  test.each([
    [["apply", "--yes", "--wait"], "Done."],
    [["destroy", "--yes", "--wait=1h"], "deleted"],
    [["state", "taint", "slow", "--wait"], "is tainted"],
    [["secrets", "rotate", "--wait"], "is now encrypted with the key"],
    [["rename", "slow", "fast", "--wait"], "Renamed."],
    [["stack", "rm", "dev", "--force", "--yes", "--wait"], "Deleted stack dev."],
  ])("coco %s goes on when the lock is free", async (command, done) => {
    const { project, holder, goesOn } = await held();
    const waiting = project.start(...command);
    await waiting.said("Waiting for the lock");
    expect(existsSync(project.files.path("evaluated")), "the program, while it waits").toBe(false);
    goesOn();
    const { status, output, errors } = await waiting.finished;
    expect(output + errors).toContain(done);
    expect(output).toMatch(/^Waiting for the lock, held by "apply" \(\S+, pid \d+\)\./);
    expect(status).toBe(0);
    expect((await holder.finished).status).toBe(0);
  });

  test("several that wait all come to their end, each with a plan of what the others left", async () => {
    const { project, holder, goesOn } = await held();
    const all = [1, 2, 3].map(() => project.start("apply", "--yes", "--wait"));
    await Promise.all(all.map((each) => each.said("Waiting for the lock")));
    project.files.write({ "main.ts": main.replace(`"a"`, `"b"`) });
    goesOn();
    for (const each of all) {
      const { status, output, errors } = await each.finished;
      expect(output + errors).toContain("Done.");
      expect(status).toBe(0);
    }
    await holder.finished;
  });

  test("ends with the code of the lock and the same message when the time is over", async () => {
    const { project, holder, goesOn } = await held();
    const { status, output, errors } = await project.coco("apply", "--yes", "--wait=1s");
    expect(status).toBe(3);
    expect(output).toMatch(/^Waiting for the lock, held by .*\. Timeout: 1 second\.\n$/);
    expect(errors).toMatch(holderLine);
    expect(existsSync(project.files.path("evaluated"))).toBe(false);
    goesOn();
    await holder.finished;
  });

  test("is an event of --events, with who holds the lock and how long it is waited for", async () => {
    const { project, holder, goesOn } = await held();
    const { status, output } = await project.coco("apply", "--yes", "--events", "--wait=1s");
    expect(status).toBe(3);
    const events = output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { event: string });
    expect(events.map(({ event }) => event)).toEqual(["begin", "waiting", "diagnostic", "end"]);
    expect(events[1]).toMatchObject({
      event: "waiting",
      command: "apply",
      user: userInfo().username,
      host: hostname(),
      pid: expect.any(Number) as number,
      limitMs: 1000,
      waitedMs: expect.any(Number) as number,
    });
    goesOn();
    await holder.finished;
  });

  test.each([
    ["apply", "--yes"],
    ["state", "taint", "slow"],
  ])("is ended by an interruption, with nothing changed: coco %s", async (...command) => {
    const { project, holder, goesOn } = await held();
    const waiting = project.start(...command, "--wait");
    await waiting.said("Waiting for the lock");
    waiting.kill("SIGINT");
    const { status, errors, output } = await waiting.finished;
    expect(status).toBe(130);
    expect(output + errors).toContain("engine/wait-interrupted");
    expect(output + errors).toContain("Nothing was changed.");
    expect(existsSync(project.files.path("evaluated"))).toBe(false);
    goesOn();
    expect((await holder.finished).status).toBe(0);
    expect((await project.coco("stack", "history")).output.trim().split("\n").length).toBeLessThanOrEqual(2);
  });

  test("counts down on a terminal, in one line that is gone afterwards", async () => {
    const { project, holder, goesOn } = await held();
    const terminal = project.terminal({}, "apply", "--yes", "--wait=30m");
    await terminal.shows(/Waiting for the lock \(29 min \d+ s left\), held by "apply" \(.*, pid \d+\)/);
    goesOn();
    await terminal.says("unchanged");
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen.text).not.toContain("Waiting for the lock");
    await holder.finished;
  });

  test.each(["--wait=soon", "--wait=", "--wait=5"])("%s is no time", async (option) => {
    const project = projects.project(main, { "slow.ts": slow });
    const { status, errors } = await project.coco("apply", option);
    expect(status).toBe(64);
    expect(errors).toContain("30s, 5m or 1h");
  });
});

test("an embedded stack waits for the lock if it is told to", async () => {
  const { project, holder, goesOn } = await held();
  project.files.write({
    "embedded.ts": `
      import { stack } from "@coconut/coconut";
      import { Slow } from "./slow.js";
      const opened = await stack({ project: "shop", name: "dev", program: () => void new Slow("slow", { text: "a" }) });
      await opened.apply({ wait: 1 }).catch(({ diagnostics }) => console.log(diagnostics[0].code));
      const run = await opened.apply({
        wait: true,
        onEvent: (event) => event.kind === "waiting" && console.log("waiting for", event.command),
      });
      console.log("ok", run.ok);
      await opened.close();
    `,
  });
  const register = "@coconut/coconut/register";
  const waiting = project.files.startNode("--import", register, project.files.path("embedded.ts"));
  await waiting.said("waiting for apply");
  goesOn();
  const { output } = await waiting.finished;
  expect(output).toBe("store/locked\nwaiting for apply\nok true\n");
  await holder.finished;
});
