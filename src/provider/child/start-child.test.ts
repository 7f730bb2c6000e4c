import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Timer } from "../../std/index.js";
import { processGroupOf } from "../../std/process-group.js";
import { onChildLine, startChild, type Child, type ChildEnd, type StartOptions } from "./index.js";

/** Waits for conditions only; as long as any machine needs. */
const patience = { timeout: 50_000, interval: 20 };
/** Not used up by a child that does as it is told; used up at once by one that does not. */
const quickly = { politeMs: 200, termMs: 200, killMs: 40_000 };

type Options = Partial<StartOptions<string>>;

/** Starts a script of Node, whose first line on stdout shows that it is ready. */
function start(script: string, options: Options = {}) {
  return startChild({
    title: "the provider test",
    command: process.execPath,
    args: ["-e", script],
    greet: firstLine,
    ...options,
  });
}

function firstLine(child: Child): Promise<string> {
  return new Promise((resolve) => onChildLine(child, resolve));
}

/** The same for one that becomes ready. */
async function started(script: string, options?: Options) {
  const found = await start(script, options);
  if (found.kind !== "started") throw new Error(JSON.stringify(found));
  onTestFinished(() => found.child.close());
  return found;
}

async function failed(script: string, options?: Options): Promise<ChildEnd> {
  const found = await start(script, options);
  if (found.kind === "started") throw new Error("It was to fail.");
  return found;
}

const isAlive = (pid: number) => processGroupOf(pid) !== undefined;
const idles = `setInterval(() => {}, 1000);`;
/** Ends with its stdin, as our own children do. */
const obeys = `process.stdin.resume().on("end", () => process.exit(0));`;

/** A timer that goes off when it is told to. */
class ManualTimer implements Timer {
  readonly #due = new Set<() => void>();

  after(_: number, run: () => void): () => void {
    this.#due.add(run);
    return () => this.#due.delete(run);
  }

  fire(): void {
    for (const run of this.#due) run();
  }
}

describe("a child that becomes ready", () => {
  test("leads a group of its own, and ends when its stdin does", async () => {
    const { child, greeting } = await started(`console.log("ready " + process.pid); ${obeys}`);
    expect(greeting).toBe(`ready ${child.pid}`);
    expect(processGroupOf(child.pid)).toMatchObject({ group: child.pid });
    expect(child.end).toBeUndefined();
    await Promise.all([child.close(), child.close()]);
    await child.close();
    expect(await child.ended).toEqual({ kind: "closed", stderr: [], isStarting: false });
    expect(isAlive(child.pid)).toBe(false);
  });

  test("is asked to end before anything else", async () => {
    const { child } = await started(
      `process.stdin.on("data", (text) => { console.error("heard " + text); process.exit(0); }); console.log("ready");`,
      { ask: ({ stdin }) => stdin!.write("leave") },
    );
    await child.close();
    expect(child.end).toMatchObject({ kind: "closed", stderr: ["heard leave"] });
  });

  test("does not inherit what is meant for Coconut alone", async () => {
    vi.stubEnv("COCONUT_PASSPHRASE", "open sesame");
    vi.stubEnv("COCONUT_STORE_PASSWORD_COMMAND", "pass show store");
    vi.stubEnv("NODE_OPTIONS", "--no-warnings");
    vi.stubEnv("UNRELATED_TOKEN", "also none of its business");
    onTestFinished(() => void vi.unstubAllEnvs());
    const { greeting } = await started(`console.log(JSON.stringify(process.env)); ${obeys}`, {
      env: { GIVEN: "this" },
    });
    const environment = JSON.parse(greeting) as Record<string, string>;
    expect(environment).toMatchObject({ GIVEN: "this", PATH: process.env["PATH"] });
    const others = Object.keys(environment).filter((name) => /COCONUT|NODE_OPTIONS|UNRELATED/.test(name));
    expect(others).toEqual([]);
  });

  test("may inherit all variables but the settings of this process", async () => {
    vi.stubEnv("COCONUT_PASSPHRASE", "open sesame");
    vi.stubEnv("NODE_OPTIONS", "--no-warnings");
    vi.stubEnv("CLOUD_TOKEN", "from the environment");
    vi.stubEnv("REMOVED", "of another host");
    onTestFinished(() => void vi.unstubAllEnvs());
    const { greeting } = await started(`console.log(JSON.stringify(process.env)); ${obeys}`, {
      inherits: "most",
      env: { GIVEN: "this", REMOVED: undefined },
    });
    const environment = JSON.parse(greeting) as Record<string, string>;
    expect(environment).toMatchObject({ GIVEN: "this", CLOUD_TOKEN: "from the environment" });
    const others = Object.keys(environment).filter((name) => /COCONUT|NODE_OPTIONS|REMOVED/.test(name));
    expect(others).toEqual([]);
  });

  test("keeps the last lines of stderr, without secrets", async () => {
    const heard: string[] = [];
    const { child } = await started(
      `for (let n = 1; n <= 100; n++) console.error("line " + n);
       console.error("the token is hunter2-hunter2");
       console.error("x".repeat(100_000));
       console.log("ready");
       process.stdin.once("data", () => { console.error("again hunter2-hunter2"); process.exit(7); });`,
      { onStderr: (line) => heard.push(line) },
    );
    child.hide(["hunter2-hunter2"]);
    child.stdin!.write("go");
    const { stderr, ...end } = await child.ended;
    expect(end).toEqual({ kind: "exited", code: 7, signal: null, isStarting: false });
    expect(stderr).toHaveLength(40);
    expect(stderr.slice(-4)).toEqual([
      "line 100",
      "the token is [secret]",
      "(a line of 100000 characters)",
      "again [secret]",
    ]);
    expect(heard).toHaveLength(103);
    expect(heard.at(-1)).toBe("again [secret]");
  });

  test("answers what it said before it ended", async () => {
    const { child } = await started(
      `console.log("ready"); process.stdin.once("data", () => { process.stdout.write("answer\\n"); process.exit(1); });`,
    );
    const answer = new Promise<string>((resolve) => onChildLine(child, resolve));
    child.stdin!.write("go");
    expect(await child.unlessEnded(answer)).toEqual({ kind: "answered", answer: "answer" });
    const nothing = await child.unlessEnded(new Promise<string>(() => {}));
    expect(nothing).toMatchObject({ kind: "exited", code: 1 });
  });

  test("fifty start and end at once", async () => {
    const listeners = process.listenerCount("SIGTERM");
    const many = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        start(`read -r _`, { command: "sh", args: ["-c", `echo ready ${n}; read -r _`] }),
      ),
    );
    const greetings = many.map((each) => (each.kind === "started" ? each.greeting : each.kind));
    expect(greetings).toEqual(Array.from({ length: 50 }, (_, n) => `ready ${n}`));
    const children = many.flatMap((each) => (each.kind === "started" ? [each.child] : []));
    await Promise.all(children.map((child) => child.close()));
    expect(children.filter(({ pid }) => isAlive(pid))).toEqual([]);
    expect(process.listenerCount("SIGTERM")).toBe(listeners);
  });
});

describe("a child that does not become ready", () => {
  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), "coconut-child-"));
    onTestFinished(() => rmSync(made, { recursive: true }));
    return made;
  };

  test("is not there", async () => {
    const end = await failed("", { command: "coconut-no-such-program" });
    expect(end).toMatchObject({ kind: "not-started", code: "ENOENT", isStarting: true });
  });

  test("has no folder to run in", async () => {
    const end = await failed("", { cwd: join(folder(), "nowhere") });
    expect(end).toMatchObject({ kind: "not-started", code: "ENOTDIR" });
  });

  test("must not be executed", async () => {
    const file = join(folder(), "plain.txt");
    writeFileSync(file, "hello");
    expect(await failed("", { command: file })).toMatchObject({ kind: "not-started", code: "EACCES" });
  });

  test("is a program for another machine", async () => {
    const file = join(folder(), "foreign");
    // The head of an ELF file for a processor of the 1980s.
    writeFileSync(file, Buffer.concat([Buffer.from("\x7fELF\x02\x01\x01", "latin1"), Buffer.alloc(57, 4)]));
    chmodSync(file, 0o755);
    const end = await failed("", { command: file });
    expect(end.isStarting).toBe(true);
    expect(["not-started", "exited"]).toContain(end.kind);
  });

  test("hangs at its start", async () => {
    const timer = new ManualTimer();
    const starting = failed(`console.error("waiting for the moon"); ${idles}`, {
      timer,
      onStderr: () => timer.fire(),
      startWithinMs: 5000,
    });
    expect(await starting).toEqual({
      kind: "silent",
      what: "start",
      waitedMs: 5000,
      isStarting: true,
      stderr: ["waiting for the moon"],
    });
  });

  test("crashes at its start", async () => {
    const end = await failed(`console.error("no licence"); process.exit(3);`);
    expect(end).toEqual({ kind: "exited", code: 3, signal: null, isStarting: true, stderr: ["no licence"] });
  });

  test("says something else than it should", async () => {
    const end = await failed(`console.error("hm"); console.log("Welcome!"); ${idles}`, {
      greet: async (child) => {
        const line = await firstLine(child);
        throw new Error(`the first line is ${JSON.stringify(line)}`);
      },
    });
    expect(end).toMatchObject({ kind: "garbled", what: 'the first line is "Welcome!"', isStarting: true });
  });

  test("writes a line without an end", async () => {
    const end = await failed(`for (;;) require("node:fs").writeSync(1, "x".repeat(60_000));`, {
      greet: (child) => new Promise((resolve) => onChildLine(child, resolve, 1_000_000)),
    });
    expect(end).toMatchObject({
      kind: "garbled",
      what: "a line of more than 1000000 characters on stdout",
    });
  });
});

describe("a child that does not want to end", () => {
  test("crashes in the middle", async () => {
    const { child } = await started(`console.error("working"); console.log("ready"); ${idles}`);
    process.kill(child.pid, "SIGSEGV");
    expect(await child.unlessEnded(new Promise(() => {}))).toEqual({
      kind: "exited",
      code: null,
      signal: "SIGSEGV",
      isStarting: false,
      stderr: ["working"],
    });
  });

  test("ignores its stdin and SIGTERM: it is killed", async () => {
    const { child } = await started(
      `process.on("SIGTERM", () => console.error("never")); console.log("ready"); ${idles}`,
      { stop: quickly },
    );
    await child.close();
    expect(child.end).toMatchObject({ kind: "closed" });
    expect(isAlive(child.pid)).toBe(false);
  });

  test("is ended for what it said", async () => {
    const { child } = await started(`console.log("ready"); ${idles}`);
    const end = await child.fail({ kind: "garbled", what: "nonsense" });
    expect(end).toEqual({ kind: "garbled", what: "nonsense", stderr: [], isStarting: false });
    expect(isAlive(child.pid)).toBe(false);
  });

  /** Prints the process id of a grandchild that hears no SIGTERM and holds no pipe. */
  const withGrandchild = (rest: string) => `
    const grandchild = require("node:child_process").spawn(
      process.execPath, ["-e", "process.on('SIGTERM', () => {}); process.send('up'); ${idles}"],
      { stdio: ["ignore", "ignore", "ignore", "ipc"] },
    );
    grandchild.once("message", () => { grandchild.disconnect(); console.log(grandchild.pid); });
    ${rest}`;

  test("has a grandchild, which is closed with it", async () => {
    const { child, greeting } = await started(withGrandchild(idles), { stop: quickly });
    expect(isAlive(Number(greeting))).toBe(true);
    await child.close();
    expect(isAlive(Number(greeting))).toBe(false);
  });

  test.runIf(process.platform === "linux")("has a grandchild that survives it: both are ended", async () => {
    const { child, greeting } = await started(withGrandchild(obeys), { stop: quickly });
    process.kill(child.pid, "SIGKILL");
    expect(await child.ended).toMatchObject({ kind: "exited", signal: "SIGKILL" });
    await vi.waitFor(() => expect(isAlive(Number(greeting))).toBe(false), patience);
  });
});
