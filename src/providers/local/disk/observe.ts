import { createHash } from "node:crypto";
import { constants, createReadStream, type BigIntStats } from "node:fs";
import { lstat } from "node:fs/promises";
import { isGuarded } from "../../../std/guarded-files.js";
import { isMissing, osFault } from "./os-fault.js";

/** What there can be at a path. */
export const kinds = ["file", "folder", "link", "other"] as const;

export type Kind = (typeof kinds)[number];

export const named: Readonly<Record<Kind, string>> = {
  file: "a file",
  folder: "a folder",
  link: "a symbolic link",
  other: "a device, a pipe or a socket",
};

/** What is at a path itself: a link is not followed. Undefined only if there is certainly nothing. */
export async function statusOf(path: string): Promise<BigIntStats | undefined> {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw osFault(error, "Looking at", path);
  }
}

export function fileKind(status: BigIntStats): Kind {
  if (status.isFile()) return "file";
  if (status.isDirectory()) return "folder";
  return status.isSymbolicLink() ? "link" : "other";
}

/** Tells an object from every other one that is ever at its path. Moving it leaves this as it is. */
export function markOf({ ino, birthtimeNs }: BigIntStats): string {
  return `${ino}-${birthtimeNs}`;
}

export function sha256Of(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Nothing may open a file on which this process holds locks, or take its place. */
export function refuseGuarded(path: string): void {
  if (isGuarded(path))
    throw new Error(`${path} holds the state of a stack that is open. Choose another path.`);
}

/** Of a regular file. What took its place meanwhile is not followed and not waited for. */
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
