import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { isDiagnosticError } from "../../src/model/index.js";
import { bundledScript } from "../support/bundled-script.js";
import type { StorePorts } from "../../src/store/internal.js";
import { openIn, portsIn, request, temporaryFolder } from "./temporary-folder.js";

const script = bundledScript(fileURLToPath(new URL("holder-process.ts", import.meta.url)));
beforeAll(script.build);

interface Child {
  readonly process: ChildProcess;
  readonly lines: string[];
  said(text: RegExp): Promise<string>;
  kill(): Promise<void>;
}

function startHolder(folder: string, creations = 0): Child {
  const environment = { ...process.env, COCONUT_KEY_FILE: join(folder, "key") };
  const child = spawn(process.execPath, [script.path, folder, String(creations)], {
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const waiting: (() => void)[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    for (const wake of waiting.splice(0)) wake();
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const kill = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  onTestFinished(kill);
  return {
    process: child,
    lines,
    kill,
    async said(text) {
      for (;;) {
        const line = lines.find((each) => text.test(each));
        if (line !== undefined) return line;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
  };
}

test("a second process is refused while the first lives, with the holder named", async () => {
  const folder = temporaryFolder();
  const holder = startHolder(folder);
  await holder.said(/waiting/);
  const stack = await openIn(folder);
  const error = await stack.begin(request).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(isDiagnosticError(error) && error.diagnostics[0]).toMatchObject({
    code: "store/locked",
    detail: expect.stringMatching(new RegExp(`@.*, pid ${holder.process.pid}, "apply", since 2`)) as string,
  });
  expect((await stack.read()).holder?.pid).toBe(holder.process.pid);
});

test("a killed holder is taken over at once, with its unfinished operation", async () => {
  const folder = temporaryFolder();
  const holder = startHolder(folder, 2);
  await holder.said(/waiting/);
  await holder.kill();
  const stack = await openIn(folder);
  const run = await stack.begin(request);
  expect(run.tookOver?.pid).toBe(holder.process.pid);
  expect([...run.snapshot.open.keys()]).toEqual(["create 3.1"]);
  await run.end("succeeded", {});
  expect((await stack.history()).map(({ result }) => result)).toEqual(["abandoned", "succeeded"]);
  expect(await stack.verify()).toEqual([]);
});

test.each([1, 7, 23])(
  "killed after %i creations it has lost nothing that it was told was kept",
  async (count) => {
    const folder = temporaryFolder();
    const holder = startHolder(folder, 100_000);
    await holder.said(new RegExp(`created ${count}$`));
    await holder.kill();
    const acknowledged = holder.lines.filter((line) => line.startsWith("created")).length;
    const stack = await openIn(folder);
    const { snapshot } = await stack.read();
    const current = [...snapshot.objects.values()].filter(({ status }) => status === "current");
    expect(current.length).toBeGreaterThanOrEqual(acknowledged);
    expect(current.length).toBeLessThanOrEqual(acknowledged + 1);
    expect(await stack.verify()).toEqual([]);
    await (await stack.begin(request)).end("succeeded", {});
  },
);

/** As if a command came some time later. */
function laterIn(folder: string, byMs: number): StorePorts {
  return { ...portsIn(folder), now: () => new Date(Date.now() + byMs).toISOString() };
}

test("a run that was killed ended when it last gave a sign of life, not when another took over", async () => {
  const folder = temporaryFolder();
  const holder = startHolder(folder);
  await holder.said(/waiting/);
  await holder.kill();
  const stack = await openIn(folder, laterIn(folder, 40_000));
  const run = await stack.begin(request);
  const [dead, own] = (await stack.history()).slice(-2);
  await run.end("succeeded", {});
  expect([dead!.result, own!.runId]).toEqual(["abandoned", run.runId]);
  expect(Date.parse(own!.begunAt) - Date.parse(dead!.endedAt!)).toBeGreaterThan(25_000);
  expect(Date.parse(dead!.endedAt!)).toBeGreaterThan(Date.parse(dead!.begunAt));
});

test("a sign of life from before the machine started is none: its clock was set", async () => {
  const folder = temporaryFolder();
  const holder = startHolder(folder);
  await holder.said(/waiting/);
  await holder.kill();
  const stack = await openIn(folder, laterIn(folder, 365 * 24 * 3_600_000));
  const run = await stack.begin(request);
  const [dead, own] = (await stack.history()).slice(-2);
  await run.end("succeeded", {});
  expect(Math.abs(Date.parse(own!.begunAt) - Date.parse(dead!.endedAt!))).toBeLessThan(3_600_000);
});
