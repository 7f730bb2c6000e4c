import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { environmentWithout } from "../../std/environment-without.js";
import { lastLogLines } from "./log/index.js";
import { PortClaims } from "./port-claims.js";
import { endGroup, hasEnded, isProcessAlive, processHandle, signalProcess } from "./process-handle.js";
import { readRecord, writeRecord, type ProcessRecord } from "./process-record.js";
import { recordedInputs, type ProcessInputs, type Specification } from "./specification.js";
import { supervisorFile } from "./supervisor/index.js";
import { JSON } from "../../std/plain-json.js";

/** The process to start: the inputs of the resource, and how to record it. */
export interface ProcessRequest {
  readonly key: string;
  readonly revision: string;
  readonly inputs: ProcessInputs;
  readonly isSecret: (field: "command" | "health") => boolean;
  /** The previous port, to be reused for `"free"`. */
  readonly formerPort?: number | undefined;
}

/** Starts, finds and stops the processes whose records are in one folder. */
export class ProcessKeeper {
  readonly #folder: string;
  readonly #ports: PortClaims;

  constructor(folder: string) {
    this.#folder = resolve(folder);
    this.#ports = new PortClaims(this.#folder);
  }

  folderOf(id: string): string {
    return join(this.#folder, id);
  }

  record(id: string): ProcessRecord | undefined {
    return isProcessId(id) ? readRecord(this.folderOf(id)) : undefined;
  }

  /**
   * Starts a supervisor. The record names the supervisor before it receives the specification. After a crash in
   * between, the supervisor either exits by itself or can be found.
   */
  async start(id: string, asked: ProcessRequest): Promise<ProcessRecord> {
    const { environment, ...inputs } = asked.inputs;
    const workingFolder = resolve(inputs.dir);
    if (statSync(workingFolder, { throwIfNoEntry: false })?.isDirectory() !== true) {
      throw new Error(`The working directory ${workingFolder} is not a folder.`);
    }
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const listensOn = await this.#ports.claim(id, inputs.port, asked.formerPort);
    try {
      const specification: Specification = { ...inputs, workingFolder, environment, listensOn };
      const record = {
        version: 1,
        key: asked.key,
        revision: asked.revision,
        inputs: recordedInputs(asked.inputs, asked.isSecret),
        port: listensOn,
      } as const;
      return await this.#spawn(this.folderOf(id), specification, record);
    } finally {
      this.#ports.release(listensOn);
    }
  }

  /** Resolves when the process is healthy. If it exits or does not become healthy in time, stops it and throws. */
  async untilHealthy(id: string, signal: AbortSignal): Promise<ProcessRecord> {
    const began = new Date(this.record(id)?.startedAt ?? Date.now());
    const supervised = performance.now() + supervisorMs;
    // The timeout starts with the process itself. Measured with a monotonic clock.
    let deadline: number | undefined;
    for (;;) {
      const record = this.record(id);
      if (record === undefined)
        throw new Error("The record of the process was deleted while the process started.");
      if (record.child !== undefined) deadline ??= performance.now() + record.inputs.health.startMs;
      const isThere = isProcessAlive(record.supervisor);
      if (isThere && record.phase === "running") return record;
      const isLate = performance.now() >= (deadline ?? supervised);
      if (!isThere || record.phase === "stopped" || isLate || signal.aborted) {
        await this.stop(id);
        signal.throwIfAborted();
        throw await this.#notHealthy(id, record, isThere && isLate, began);
      }
      await delay(pollMs);
    }
  }

  /** Stops a process and its supervisor, if they are running. Keeps the record and the log. */
  async stop(id: string): Promise<void> {
    const record = this.record(id);
    if (record === undefined) return;
    const { supervisor, inputs } = record;
    const { stopSignal, stopTimeoutMs } = inputs;
    signalProcess(supervisor, "SIGTERM");
    if (!(await hasEnded(supervisor, stopTimeoutMs + graceMs))) signalProcess(supervisor, "SIGKILL");
    // The supervisor may have been killed before it stopped the process.
    const left = this.record(id)?.child;
    if (left === undefined || (await endGroup(left, stopSignal, stopTimeoutMs))) return;
    throw new Error(`Process ${left.pid} could not be stopped. It does not respond to SIGKILL.`);
  }

  async remove(id: string): Promise<void> {
    await this.stop(id);
    if (isProcessId(id)) rmSync(this.folderOf(id), { recursive: true, force: true });
  }

  async #spawn(
    folder: string,
    specification: Specification,
    record: Pick<ProcessRecord, "version" | "key" | "revision" | "inputs" | "port">,
  ): Promise<ProcessRecord> {
    const file = await supervisorFile();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const errors = openSync(join(folder, errorsFile), "w", 0o600);
    const child = spawn(process.execPath, [file], {
      cwd: folder,
      // Variables of `coco`, such as the passphrase of the state, are not passed on.
      env: environmentWithout("COCONUT_"),
      detached: true,
      stdio: ["pipe", "ignore", errors],
    });
    child.on("error", () => {});
    child.unref();
    closeSync(errors);
    const { stdin } = child;
    const supervisor = child.pid === undefined ? undefined : processHandle(child.pid);
    if (supervisor === undefined || stdin === null) {
      stdin?.destroy();
      throw new Error("The supervisor of the process could not be started.");
    }
    const begun: ProcessRecord = {
      ...record,
      supervisor,
      phase: "starting",
      startedAt: new Date().toISOString(),
      restarts: 0,
      healthFailures: 0,
    };
    writeRecord(folder, begun);
    await new Promise<void>((done) => {
      stdin.on("error", () => done());
      stdin.end(JSON.stringify(specification), done);
    });
    return begun;
  }

  async #notHealthy(id: string, seen: ProcessRecord, isLate: boolean, since: Date): Promise<Error> {
    const lines = await lastLogLines(this.folderOf(id), since, shownLines);
    const said = lines.filter(({ stream }) => stream !== "supervisor").map(({ message }) => `  ${message}`);
    const errors = readFileSync(join(this.folderOf(id), errorsFile), "utf8").trim();
    const why =
      seen.reason ?? (errors || (isLate ? "no health check has completed" : "its supervisor was terminated"));
    const what = isLate
      ? `The process was not healthy within ${seen.inputs.health.startMs} ms and was stopped: ${why}.`
      : `The process exited before it was healthy: ${why}.`;
    const log = said.length === 0 ? "It wrote nothing." : `Last lines of its output:\n${said.join("\n")}`;
    return new Error(`${what}\n${log}`);
  }
}

/** Returns the permanent id of a process, derived from the idempotency key, so that one create makes one process. */
export function processId(key: string): string {
  return `process-${shortHash(key)}`;
}

export function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** Ids are used as folder names, and users can enter them. */
function isProcessId(id: string): boolean {
  return /^process-[0-9a-f]{16}$/.test(id);
}

const errorsFile = "supervisor.err";
const pollMs = 50;
/** The time until a supervisor must have started its process. */
const supervisorMs = 30_000;
/** The time that a supervisor may take to stop, beyond the stop timeout of its process. */
const graceMs = 5000;
const shownLines = 10;
