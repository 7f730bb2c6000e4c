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

/** What is to run: the inputs of the resource, and under which names. */
export interface ProcessRequest {
  readonly key: string;
  readonly revision: string;
  readonly inputs: ProcessInputs;
  readonly isSecret: (field: "command" | "health") => boolean;
  /** The port that it has had, for one that asks for any. */
  readonly formerPort?: number | undefined;
}

/** The processes that have their records in one folder: starts, finds and ends them. */
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
   * Starts a supervisor. Its record names it before it is told what to run: whoever dies in between leaves either
   * a supervisor that ends by itself, or one that can be found.
   */
  async start(id: string, asked: ProcessRequest): Promise<ProcessRecord> {
    const { environment, ...inputs } = asked.inputs;
    const workingFolder = resolve(inputs.dir);
    if (statSync(workingFolder, { throwIfNoEntry: false })?.isDirectory() !== true) {
      throw new Error(`The process is to run in ${workingFolder}, which is not a folder.`);
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

  /** Resolves when the process is healthy. When it cannot be any more, or not in time, it is ended. */
  async untilHealthy(id: string, signal: AbortSignal): Promise<ProcessRecord> {
    const began = new Date(this.record(id)?.startedAt ?? Date.now());
    const supervised = performance.now() + supervisorMs;
    // The time is the process's own, so it begins when that does. Clocks are set; this one is not.
    let deadline: number | undefined;
    for (;;) {
      const record = this.record(id);
      if (record === undefined) throw new Error("The record of the process was taken away while it started.");
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

  /** Ends a process and its supervisor, if they are there. The record and the log stay. */
  async stop(id: string): Promise<void> {
    const record = this.record(id);
    if (record === undefined) return;
    const { supervisor, inputs } = record;
    const { stopSignal, stopTimeoutMs } = inputs;
    signalProcess(supervisor, "SIGTERM");
    if (!(await hasEnded(supervisor, stopTimeoutMs + graceMs))) signalProcess(supervisor, "SIGKILL");
    // It may have been killed before it could do it.
    const left = this.record(id)?.child;
    if (left === undefined || (await endGroup(left, stopSignal, stopTimeoutMs))) return;
    throw new Error(`The process ${left.pid} could not be ended; the system holds it.`);
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
      // What belongs to `coco` alone, such as the passphrase of the state, is not handed on.
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
      throw new Error("The process that is to look after it could not be started.");
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
      seen.reason ?? (errors || (isLate ? "no check has come to an end" : "its supervisor was ended"));
    const what = isLate
      ? `The process was not healthy within ${seen.inputs.health.startMs} ms and was stopped: ${why}.`
      : `The process ended before it was healthy: ${why}.`;
    const log = said.length === 0 ? "It wrote nothing." : `The last lines that it wrote:\n${said.join("\n")}`;
    return new Error(`${what}\n${log}`);
  }
}

/** A name for ever, made from the key of its create: so that one create makes one process. */
export function processId(key: string): string {
  return `process-${shortHash(key)}`;
}

export function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** Ids come from people too, and name a folder. */
function isProcessId(id: string): boolean {
  return /^process-[0-9a-f]{16}$/.test(id);
}

const errorsFile = "supervisor.err";
const pollMs = 50;
/** What a supervisor may take to come to its process. */
const supervisorMs = 30_000;
/** What a supervisor may take beyond the time that the process has. */
const graceMs = 5000;
const shownLines = 10;
