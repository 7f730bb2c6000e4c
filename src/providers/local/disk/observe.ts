import { createHash } from "node:crypto";
import { constants, createReadStream, type BigIntStats } from "node:fs";
import { lstat } from "node:fs/promises";
import { isGuarded } from "../../../std/guarded-files.js";
import { isMissing, osFault } from "./os-fault.js";

/** The kinds of objects at a path. */
export const kinds = ["file", "folder", "link", "other"] as const;

export type Kind = (typeof kinds)[number];

export const named: Readonly<Record<Kind, string>> = {
  file: "a file",
  folder: "a folder",
  link: "a symbolic link",
  other: "a device, a pipe or a socket",
};

/** Returns the status of a path without following links. Undefined only if the path certainly does not exist. */
export async function statusOf(path: string): Promise<BigIntStats | undefined> {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw osFault(error, "Reading the status of", path);
  }
}

export function fileKind(status: BigIntStats): Kind {
  if (status.isFile()) return "file";
  if (status.isDirectory()) return "folder";
  return status.isSymbolicLink() ? "link" : "other";
}

/** Identifies an object among all that are ever at its path. Moving the object does not change it. */
export function markOf({ ino, birthtimeNs }: BigIntStats): string {
  return `${ino}-${birthtimeNs}`;
}

export function sha256Of(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Throws if this process holds locks on the file: opening or replacing it would release them. */
export function refuseGuarded(path: string): void {
  if (isGuarded(path))
    throw new Error(`${path} contains the state of a stack that is in use. Choose another path.`);
}

/** Hashes a regular file. If a link or a pipe has replaced it, does not follow it and does not block on it. */
export async function sha256OfFile(path: string, signal: AbortSignal): Promise<string> {
  refuseGuarded(path);
  const hash = createHash("sha256");
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  try {
    for await (const chunk of createReadStream(path, { flags: flags as never, signal }))
      hash.update(chunk as Buffer);
  } catch (error) {
    signal.throwIfAborted();
    throw osFault(error, "Reading", path);
  }
  return hash.digest("hex");
}
