import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { ProcessHandle } from "./process-handle.js";
import type { RecordedInputs } from "./specification.js";
import { JSON } from "../../std/plain-json.js";

/** The record of a process on disk: enough to find it again, without its environment. */
export interface ProcessRecord {
  readonly version: 1;
  /** The idempotency key of the create that made it. */
  readonly key: string;
  /**
   * Changes with every change of the inputs. Shows whether the running process is up to date, without a digest of
   * secrets.
   */
  readonly revision: string;
  readonly inputs: RecordedInputs;
  readonly port?: number | undefined;
  readonly supervisor: ProcessHandle;
  readonly child?: ProcessHandle | undefined;
  readonly phase: Phase;
  /** The reason why it is not running. */
  readonly reason?: string | undefined;
  readonly startedAt?: string | undefined;
  readonly restarts: number;
  /** The number of consecutive failed health checks. */
  readonly healthFailures: number;
}

/** The state of the process as its supervisor reports it. */
export type Phase = "starting" | "running" | "unhealthy" | "restarting" | "stopped";

/** Returns undefined only if there is no record. */
export function readRecord(folder: string): ProcessRecord | undefined {
  const file = join(folder, recordFile);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  const record = parsed(text);
  if (record?.version === 1) return record;
  throw new Error(
    `${file} is not a process record of this version. ` +
      "If you no longer need the process, stop it and delete the folder.",
  );
}

/** Writes the record atomically. */
export function writeRecord(folder: string, record: ProcessRecord): void {
  const file = join(folder, recordFile);
  const beside = `${file}.${process.pid}`;
  const descriptor = openSync(beside, "w", 0o600);
  try {
    writeSync(descriptor, `${JSON.stringify(record, null, 2)}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(beside, file);
}

const recordFile = "status.json";

function parsed(text: string): ProcessRecord | undefined {
  try {
    return JSON.parse(text) as ProcessRecord;
  } catch {
    return undefined;
  }
}
