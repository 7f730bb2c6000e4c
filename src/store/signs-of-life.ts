import type { Holder } from "./lock.js";
import type { LockedFile, SignsOfLife } from "./ports.js";
import type { RunRow } from "./store.js";

/** Returns the locked file, and updates its modification time from now on until it is released. */
export function givingSigns(
  locked: LockedFile,
  path: string | undefined,
  signs: SignsOfLife | undefined,
): LockedFile {
  const stop = path === undefined ? undefined : signs?.give(path);
  if (stop === undefined) return locked;
  const release = () => {
    stop();
    locked.release();
  };
  return { ...locked, givesSigns: true, release };
}

/** A run whose process is gone, or whose lease expired. */
export interface DeadRun {
  readonly holder: Holder;
  /** True if the process is known to be gone; false if only its lease expired. */
  readonly isDeathKnown: boolean;
  readonly row: RunRow | undefined;
  /** Time (ISO 8601) after which the run was no longer alive; undefined if unknown. */
  readonly seenAt: string | undefined;
}

/**
 * Returns the time at which a dead run ended. It is never too early: whether requests of the run may still arrive is
 * computed from it.
 */
export function endOf({ row, seenAt }: DeadRun, now: string): string {
  if (seenAt === undefined) return now;
  const ended = row!.begunAt > seenAt ? row!.begunAt : seenAt;
  return ended < now ? ended : now;
}
