import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { Stack } from "../../src/operations/stack/index.js";
import type { Run } from "../../src/engine/index.js";
import { printDiagnostic } from "../../src/model/index.js";
import { recordProgram } from "../../src/program/index.js";
import { packageHost, providersOf } from "../../src/provider/host/index.js";
import { Process, process as provider } from "../../src/providers/process/index.js";
import { isProcessAlive, killGroup, type ProcessHandle } from "../../src/providers/process/process-handle.js";
import { readRecord, type ProcessRecord } from "../../src/providers/process/process-record.js";
import { memoryStore, openStore } from "../../src/store/internal.js";
import { sampleMachine } from "../../src/store/conformance/index.js";
import { quietTimer, startTimeOf } from "../../src/std/index.js";
import { ProcessLife } from "../support/scenario/process-life.js";

export type Inputs = ConstructorParameters<typeof Process>[1] & object;

/** A folder with real processes, and stacks that keep them. When the test has ended, none of them runs any more. */
export class ProcessWorld {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "coconut-process-")));
  readonly records = join(this.folder, ".coconut", "processes");
  /** What the program asks for, by name. */
  program: Record<string, Inputs> = {};
  readonly #raw = memoryStore();
  readonly #machine = sampleMachine(this.folder);
  readonly #seen: ProcessHandle[] = [];
  #coco = 0;

  constructor() {
    mkdirSync(this.records, { recursive: true });
    this.file("server.mjs", server);
    onTestFinished(() => this.#end());
  }

  file(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  /** Inputs of a small server, with checks at short intervals. */
  server(more: Partial<Inputs> = {}): Inputs {
    return {
      command: ["node", "server.mjs"],
      dir: this.folder,
      port: "free",
      health: { http: "/", intervalMs: 50, timeoutMs: 500, startMs: 5000 },
      restartDelayMs: 20,
      stopTimeoutMs: 2000,
      ...more,
    };
  }

  /** The stack as a new run of `coco` opens it, which may be killed at a place of its journal. */
  async coco(killed?: { readonly when: "before" | "after"; readonly place: string }) {
    const pid = ++this.#coco;
    const life = new ProcessLife(this.#machine.process(pid), () => this.#machine.kill(pid));
    if (killed !== undefined) life.crashes(killed.when, killed.place);
    const store = await openStore(life.rawStore(this.#raw), life.ports);
    const stack = new Stack({
      store: life.stackStore(await store.open({ project: "shop", name: "dev" }, { create: true })),
      host: ({ registrations }) =>
        packageHost({
          projectFolder: this.folder,
          packages: [...new Set([provider, ...providersOf(registrations)])],
        }),
      record: (settings) => recordProgram(() => this.#make(), settings),
      settings: { project: "shop", stack: "dev", config: { "process:folder": this.records } },
      actor: "test",
      projectFolder: this.folder,
      moves: { read: async () => ({ groups: [] }), change: async () => {} },
      now: life.ports.now,
      elapsed: () => performance.now(),
      timer: quietTimer,
    });
    return { stack, died: life.died };
  }

  /** What stands on disk of the processes, by their ids. */
  found(): readonly (ProcessRecord & { readonly id: string })[] {
    const records = readdirSync(this.records).map((id) => {
      const record = readRecord(join(this.records, id));
      return record && { ...record, id };
    });
    const found = records.filter((record) => record !== undefined);
    for (const { supervisor, child } of found) this.#seen.push(supervisor, ...(child ? [child] : []));
    return found;
  }

  only(): ProcessRecord & { readonly id: string } {
    const [only, ...others] = this.found();
    if (only === undefined || others.length > 0) throw new Error(`There are ${others.length} others.`);
    return only;
  }

  /** Every text on disk below `.coconut`. */
  texts(): string {
    const names = readdirSync(join(this.folder, ".coconut"), { recursive: true, withFileTypes: true });
    return names
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
      .join("\n");
  }

  #make(): unknown {
    const made = Object.entries(this.program).map(([name, inputs]) => new Process(name, inputs));
    return { urls: made.map(({ url }) => url) };
  }

  #end(): void {
    this.found();
    // Also those whose records are gone. Each leads a group of its own.
    for (const handle of this.#seen.filter(isProcessAlive)) killGroup(handle);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What has ended and was not taken notice of does not run. */
export function isRunning(pid: number): boolean {
  return startTimeOf(pid) !== undefined;
}

/** Applies, and throws what it failed with. */
export async function applied(stack: Stack): Promise<Run> {
  const run = await stack.apply();
  if (!run.ok) throw new Error(textOf(run));
  return run;
}

/** Applies, which has to fail, and tells what it failed with. */
export async function failed(stack: Stack): Promise<string> {
  const run = await stack.apply();
  if (run.ok) throw new Error("It did not fail.");
  return textOf(run);
}

function textOf(run: Run): string {
  const diagnostics = [...run.diagnostics, ...run.reports.flatMap((report) => report.diagnostics)];
  return diagnostics.map(printDiagnostic).join("\n");
}

/** What a plan would do. */
export async function changes(stack: Stack): Promise<readonly string[]> {
  const { changes: planned } = await stack.plan();
  return planned.filter(({ action }) => action !== "same").map(({ action, name }) => `${action} ${name}`);
}

export async function logged(stack: Stack, resource: string): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const { message } of stack.logs(resource)) lines.push(message);
  return lines;
}

export function urlOf({ outputs }: Run): string {
  return (outputs as { readonly urls: readonly string[] }).urls[0]!;
}

export async function answerOf(url: string): Promise<string> {
  return (await fetch(url)).text();
}

/** Waits until something holds, and fails when it does not for long. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  timeoutMs = 5000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`It never came to this: ${what}.`);
    await delay(20);
  }
}

const server = `
import { existsSync } from "node:fs";
import { createServer } from "node:http";
const { PORT, GREETING = "hello", STUBBORN, SICK } = process.env;
console.log("my pid is " + process.pid);
if (STUBBORN) process.on("SIGTERM", () => console.error("I stay"));
createServer((request, response) => {
  if (request.url !== "/") console.log("asked for " + request.url);
  response.statusCode = SICK || existsSync("sick-" + process.pid) ? 500 : 200;
  response.end(GREETING);
}).listen(Number(PORT), "127.0.0.1", () => console.log("listening"));
`;
