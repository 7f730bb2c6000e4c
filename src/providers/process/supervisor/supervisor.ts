import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { LogWriter } from "../log/index.js";
import { endGroup, killGroup, processHandle, type ProcessHandle } from "../process-handle.js";
import { readRecord, writeRecord, type ProcessRecord } from "../process-record.js";
import { programOf, type Specification } from "../specification.js";
import { afterExit } from "./after-exit.js";
import { checkHealth } from "./check-health.js";

/**
 * Keeps one process running: starts it, checks its health, restarts it, writes its log and updates its record. Its
 * working directory is the folder of the record. If the record is deleted or names another supervisor, it stops its
 * process and exits.
 */
export class Supervisor {
  readonly #specification: Specification;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #log = new LogWriter(folder);
  #record: ProcessRecord;
  #child: RunningChild | undefined;
  #wasHealthy = false;
  #inARow = 0;
  #isEnding = false;

  constructor(specification: Specification, record: ProcessRecord) {
    const { environment, listensOn } = specification;
    this.#specification = specification;
    this.#record = record;
    const port = listensOn === undefined ? {} : { PORT: String(listensOn) };
    this.#environment = { ...process.env, ...port, ...environment };
  }

  /** True while the record names this supervisor. */
  get isInCharge(): boolean {
    try {
      const { pid, start } = readRecord(folder)?.supervisor ?? {};
      return pid === this.#record.supervisor.pid && start === this.#record.supervisor.start;
    } catch {
      return false;
    }
  }

  start(): void {
    const { command, workingFolder } = this.#specification;
    const [, ...parameters] = command;
    // Its own process group, so that its children can be stopped with it.
    const spawned = spawn(programOf(command), parameters, {
      cwd: workingFolder,
      env: this.#environment,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    if (spawned.pid === undefined) {
      spawned.once("error", ({ message }) =>
        this.#ended(`${command[0]} could not be started: ${message}`, true, 0),
      );
      return;
    }
    spawned.on("error", () => {});
    forwardLines(spawned.stdout, (line) => this.#log.write("stdout", line));
    forwardLines(spawned.stderr, (line) => this.#log.write("stderr", line));
    const child: RunningChild = {
      process: spawned,
      handle: processHandle(spawned.pid),
      startedAt: new Date(),
    };
    this.#child = child;
    const startedAt = child.startedAt.toISOString();
    this.#note({ phase: "starting", child: child.handle, startedAt, healthFailures: 0 });
    spawned.once("exit", (code, signal) => void this.#exited(child, code, signal));
    void this.#watch(child);
  }

  /** Stops the process, records that, and exits. */
  async end(): Promise<void> {
    if (this.#isEnding) return;
    this.#isEnding = true;
    const { stopSignal, stopTimeoutMs } = this.#specification;
    const child = this.#child;
    if (child?.handle !== undefined) await endGroup(child.handle, stopSignal, stopTimeoutMs);
    if (child !== undefined) await closedWithin(child.process, closeMs);
    this.#leave("it was stopped");
  }

  async #watch(child: RunningChild): Promise<void> {
    const { intervalMs } = this.#specification.health;
    while (this.#child === child && !this.#isEnding) {
      const failure = await checkHealth(this.#specification, this.#environment);
      if (this.#child !== child || this.#isEnding) return;
      this.#checked(failure);
      await delay(this.#record.phase === "starting" ? Math.min(intervalMs, startingPollMs) : intervalMs);
    }
  }

  #checked(failure: string | undefined): void {
    const { phase, healthFailures } = this.#record;
    if (failure === undefined) {
      this.#wasHealthy = true;
      if (phase !== "running") this.#log.write("supervisor", "healthy");
      this.#note({ phase: "running", reason: undefined, healthFailures: 0 });
    } else if (phase === "starting") {
      this.#note({ reason: failure });
    } else {
      const failures = healthFailures + 1;
      if (failures === unhealthyAfter) this.#log.write("supervisor", `unhealthy: ${failure}`);
      this.#note({
        phase: failures < unhealthyAfter ? phase : "unhealthy",
        reason: failure,
        healthFailures: failures,
      });
    }
  }

  async #exited(child: RunningChild, code: number | null, signal: NodeJS.Signals | null): Promise<void> {
    const ranMs = Date.now() - child.startedAt.getTime();
    if (child.handle !== undefined) killGroup(child.handle);
    if (this.#isEnding) return;
    this.#child = undefined;
    await closedWithin(child.process, closeMs);
    this.#ended(
      signal === null ? `it exited with code ${code}` : `it was terminated by ${signal}`,
      code !== 0,
      ranMs,
    );
  }

  #ended(how: string, hasFailed: boolean, ranMs: number): void {
    this.#child = undefined;
    const next = afterExit({
      ...this.#specification,
      wasHealthy: this.#wasHealthy,
      hasFailed,
      ranMs,
      inARow: this.#inARow,
    });
    if (next.kind === "stay") this.#leave(next.because === undefined ? how : `${how}, and ${next.because}`);
    this.#inARow = next.inARow;
    const restarts = this.#record.restarts + 1;
    this.#log.write("supervisor", `${how}; restart ${restarts} in ${next.delayMs} ms`);
    this.#note({ phase: "restarting", reason: how, child: undefined, restarts });
    setTimeout(() => !this.#isEnding && this.start(), next.delayMs);
  }

  #leave(reason: string): never {
    this.#log.write("supervisor", `stopped: ${reason}`);
    this.#child = undefined;
    this.#note({ phase: "stopped", reason, child: undefined });
    process.exit(0);
  }

  #note(news: Partial<ProcessRecord>): void {
    const next: ProcessRecord = { ...this.#record, ...news };
    const isSame = JSON.stringify(next) === JSON.stringify(this.#record);
    this.#record = next;
    if (isSame || !this.isInCharge) return;
    try {
      writeRecord(folder, next);
    } catch {
      // The next write contains it too. The timer in `main.ts` notices a folder that is gone.
    }
  }
}

interface RunningChild {
  readonly process: ChildProcess;
  readonly handle: ProcessHandle | undefined;
  readonly startedAt: Date;
}

/** Waits until all output is read, up to a timeout, because other processes may hold the pipes open. */
async function closedWithin(child: ChildProcess, timeoutMs: number): Promise<void> {
  if (child.stdout?.closed === true && child.stderr?.closed === true) return;
  await once(child, "close", { signal: AbortSignal.timeout(timeoutMs) }).catch(() => {});
}

const folder = ".";
const startingPollMs = 100;
const unhealthyAfter = 3;
const closeMs = 500;

/** Passes on output line by line. A line that exceeds `longestLine` is passed on in pieces. */
function forwardLines(source: Readable, take: (line: string) => void): void {
  let rest = "";
  source.setEncoding("utf8");
  source.on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    for (const line of lines) take(line.endsWith("\r") ? line.slice(0, -1) : line);
    for (; rest.length > longestLine; rest = rest.slice(longestLine)) take(rest.slice(0, longestLine));
  });
  source.on("error", () => {});
  source.on("close", () => {
    if (rest !== "") take(rest);
  });
}

const longestLine = 64 * 1024;
