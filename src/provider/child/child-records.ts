import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { basename, isAbsolute, join } from "node:path";
import { JSON, isJsonObject } from "../../std/plain-json.js";
import { isOwnedByUser, makePrivateFolder } from "../../std/private-folder.js";
import { isGroupAlive, processGroupOf, signalGroup, type ProcessGroup } from "../../std/process-group.js";
import { unknownStart } from "../../std/process-start.js";
import { configFolder } from "../../std/user-folders.js";
import { writeNewFile } from "../../std/write-whole-file.js";
import { endGroup, stopTimes, type StopTimes } from "./end-group.js";

/** The record of a running child on disk, so that a later process can terminate the child if its owner was killed. */
export interface ChildRecord {
  readonly version: 1;
  /** The host name, because several machines may share a home folder. */
  readonly host: string;
  readonly title: string;
  readonly group: ProcessGroup;
  readonly owner: ProcessGroup;
  /** A folder that is deleted when the child is gone. */
  readonly folder?: string;
}

/** Returns the user's folder for records; undefined for a user without a home folder. */
export function childRecordsFolder(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const settings = configFolder(environment);
  return settings === undefined ? undefined : join(settings, "coconut", "children");
}

/**
 * Records a child of this process and returns a function that removes the record. Does not record a group that could be
 * confused with a later one of the same number, and ignores a folder that is not writable: a record only helps to clean
 * up after a kill.
 */
export function recordChild(
  folder: string,
  { title, ownFolder }: { readonly title: string; readonly ownFolder?: string | undefined },
  group: ProcessGroup,
): () => void {
  const owner = processGroupOf(process.pid);
  if (owner === undefined || group.startTime === unknownStart) return () => {};
  const whose = { title, group, owner, ...(ownFolder !== undefined && { folder: ownFolder }) };
  const record: ChildRecord = { version: 1, host: hostname(), ...whose };
  const file = join(folder, `${group.group}-${randomUUID()}.json`);
  try {
    if (!makePrivateFolder(folder)) return () => {};
    writeNewFile(file, `${JSON.stringify(record)}\n`, 0o600);
  } catch {
    return () => {};
  }
  return () => remove(file);
}

/**
 * Terminates the recorded children of dead processes, deletes their folders, and returns the records of those that ran. Only terminates groups that are
 * certainly the recorded ones: same machine, same boot, same start time. Outside Linux, a group without its leader is
 * not recognized.
 */
export async function endLeftChildren(
  folder: string,
  times: StopTimes = stopTimes,
): Promise<readonly ChildRecord[]> {
  const ended = await Promise.all(
    recordsIn(folder).map(async ({ file, record }) => {
      if (record.host !== hostname() || isOwnerAlive(record)) return [];
      const wasAlive = isGroupAlive(record.group);
      if (wasAlive && !(await endGroup(groupPorts(record.group), times))) return [];
      if (record.folder !== undefined) remove(record.folder);
      remove(file);
      return wasAlive ? [record] : [];
    }),
  );
  return ended.flat();
}

/** True if the leader itself is alive. Its children do not count. */
function isOwnerAlive({ owner }: ChildRecord): boolean {
  const found = processGroupOf(owner.group);
  return found?.startTime === owner.startTime && found.bootId === owner.bootId;
}

function groupPorts(group: ProcessGroup) {
  return {
    isGone: () => !isGroupAlive(group),
    send: (signal: "SIGTERM" | "SIGKILL") => signalGroup(group, signal),
  };
}

function recordsIn(folder: string): readonly { readonly file: string; readonly record: ChildRecord }[] {
  // Anyone who can write to the folder could make us terminate any process of this user.
  if (!isOwnedByUser(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    if (!/^\d+-[0-9a-f-]{36}\.json$/.test(name)) return [];
    const file = join(folder, name);
    const record = read(file);
    return record === undefined ? [] : [{ file, record }];
  });
}

/** Returns undefined if the file is gone, or was not written by this version. */
function read(file: string): ChildRecord | undefined {
  try {
    const record: unknown = JSON.parse(readFileSync(file, "utf8"));
    const isOurs =
      isJsonObject(record) &&
      record["version"] === 1 &&
      typeof record["host"] === "string" &&
      isGroup(record["group"]) &&
      isGroup(record["owner"]) &&
      isTemporaryFolder(record["folder"]);
    return isOurs ? (record as object as ChildRecord) : undefined;
  } catch {
    return undefined;
  }
}

/** Rejects group numbers of one or less, which would signal every process of the user. */
function isGroup(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { group, startTime, bootId } = value;
  const isNumber = typeof group === "number" && Number.isSafeInteger(group) && group > 1;
  return (
    isNumber && typeof startTime === "string" && startTime !== unknownStart && typeof bootId === "string"
  );
}

/** Only accepts the names that `ownFolder` may have, so that a wrong record deletes nothing else. */
function isTemporaryFolder(value: unknown): boolean {
  return (
    value === undefined ||
    (typeof value === "string" && isAbsolute(value) && /^coco-\w{6}$/.test(basename(value)))
  );
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Harmless: the recorded group is gone.
  }
}
