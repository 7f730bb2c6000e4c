import type { Holder } from "./lock.js";
import type { LockedFile, SignsOfLife } from "./ports.js";
import type { RunRow } from "./store.js";

/** The same file, whose time shows from now on that the process lives which has locked it, until it lets go. */
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

/** A run whose process is gone, or whose lease has run out. */
export interface DeadRun {
  readonly holder: Holder;
  /** Whether the process is known to be gone; otherwise only its lease has run out. */
  readonly isDeathKnown: boolean;
  readonly row: RunRow | undefined;
  /** It has not lived after that, in ISO 8601; undefined if nothing is known of it. */
  readonly seenAt: string | undefined;
}

/** Never before it can have ended: whether what it asked for may still arrive is counted from then. */
export function endOf({ row, seenAt }: DeadRun, now: string): string {
  if (seenAt === undefined) return now;
  const ended = row!.begunAt > seenAt ? row!.begunAt : seenAt;
  return ended < now ? ended : now;
}
