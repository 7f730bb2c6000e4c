import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { ProcessHandle } from "./process-handle.js";
import type { RecordedInputs } from "./specification.js";
import { JSON } from "../../std/plain-json.js";

/** What stands on disk about one process: enough to find it again, nothing of its environment. */
export interface ProcessRecord {
  readonly version: 1;
  /** The idempotency key of the create that made it. */
  readonly key: string;
  /** Another one for every change of inputs: tells what runs from what should, without a digest of secrets. */
  readonly revision: string;
  readonly inputs: RecordedInputs;
  readonly port?: number | undefined;
  readonly supervisor: ProcessHandle;
  readonly child?: ProcessHandle | undefined;
  readonly phase: Phase;
  /** Why it is not running. */
  readonly reason?: string | undefined;
  readonly startedAt?: string | undefined;
  readonly restarts: number;
  /** Failed checks in a row. */
  readonly healthFailures: number;
}

/** What the supervisor says of its process. */
export type Phase = "starting" | "running" | "unhealthy" | "restarting" | "stopped";

/** Undefined only if there is none. */
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
    `${file} is not the record of a process that this version wrote. ` +
      "If the process is not needed any more, end it and delete the folder.",
  );
}

/** Whole or not at all, whatever happens meanwhile. */
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
