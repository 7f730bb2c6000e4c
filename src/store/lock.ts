import { DiagnosticError, type Diagnostic } from "../model/index.js";
import { problem } from "./diagnostics.js";
import { agoText } from "../std/duration-text.js";
import { counted } from "../std/counted.js";
import { isExactBootId } from "../std/process-start.js";
import {
  unknownStart,
  type LockedFile,
  type ProcessIdentity,
  type Processes,
  type StorePorts,
} from "./ports.js";

/** The holder of a stack's lock, as recorded in the row of the stack. */
export interface Holder extends ProcessIdentity {
  readonly runId: string;
  readonly command: string;
  readonly since: string;
  /** The file that the process keeps locked as long as it lives. Absent where the system has no such locks. */
  readonly lockedFile?: string;
  /** Whether the modification time of that file shows how long the process has lived. */
  readonly givesSigns?: true;
}

/**
 * Whether the holder of a lock may still be running. Two signs of life count, and either one is enough: its locked file
 * and the process list. An unlocked file proves that the holder died, but only on the same machine, regardless of its
 * host name and of container boundaries. Nothing is known about other machines, so their holders count as alive.
 */
export function isAlive(holder: Holder, processes: Processes, file: FileWitness): boolean {
  const { self, startTimeOf } = processes;
  if (hasGivenUp(self, holder)) return false;
  if (file === "held" || isSeen(holder, processes)) return true;
  if (file === "free" && isSameMachine(holder, self)) return false;
  if (holder.host !== self.host) return true;
  if (holder.bootId !== self.bootId) return false;
  const startTime = startTimeOf(holder.pid);
  return startTime !== undefined && [startTime, holder.startTime].includes(unknownStart);
}

/** State of the lock file next to the stack: locked by some process, released by the holder, or no information. */
export type FileWitness = "held" | "free" | "none";

/**
 * The result of locking the file says nothing about a holder that locked no file, or that locked the file of which this
 * is a copy.
 */
export function fileWitness({ lockedFile }: Holder, locked: LockedFile | "held" | "none"): FileWitness {
  if (typeof locked === "string") return locked;
  return locked.file === lockedFile ? "free" : "none";
}

/** Checks the lock file next to a stack without keeping it locked. */
export async function lookAtFile(
  holder: Holder,
  path: string | undefined,
  processes: Processes,
): Promise<FileWitness> {
  if (holder.lockedFile === undefined || isSeen(holder, processes)) return "none";
  const locked = await lockBeside(path, processes, async () => holder, { isLook: true });
  if (typeof locked !== "string") locked.release();
  return fileWitness(holder, locked);
}

/**
 * Locks the file next to a stack. Retries a file that is held only briefly: by a run that is starting and has not
 * recorded its holder yet, by a run that is ending, or by another check. `holder` returns the current holder before
 * each attempt.
 */
export async function lockBeside(
  path: string | undefined,
  processes: Processes,
  holder: () => Promise<Holder | undefined>,
  how = { isLook: false },
): Promise<LockedFile | "held" | "none"> {
  for (let attempt = 1; ; attempt++) {
    const attempts = (await holder()) === undefined ? attemptsAtNobody : attemptsAtHolder;
    const locked = path === undefined ? "none" : ((await processes.lockFile?.(path, how)) ?? "none");
    if (locked !== "held" || attempt >= attempts) return locked;
  }
}

const attemptsAtHolder = 15;
const attemptsAtNobody = 250;

/**
 * Marks a run of this process as over although its end could not be recorded. The process may live on, for example as a
 * server; its next run may then take the lock.
 */
export function giveUp(self: ProcessIdentity, runId: string): void {
  givenUp.set(self, new Set(givenUp.get(self)).add(runId));
}

/** Per process: a test may have several in one. */
const givenUp = new WeakMap<ProcessIdentity, ReadonlySet<string>>();

function hasGivenUp(self: ProcessIdentity, { runId }: Holder): boolean {
  return givenUp.get(self)?.has(runId) ?? false;
}

/** Whether the holder's process is visible in the process list and has not given up the run. */
export function isSeen(holder: Holder, { self, startTimeOf }: Processes): boolean {
  return (
    !hasGivenUp(self, holder) &&
    holder.bootId === self.bootId &&
    holder.startTime !== unknownStart &&
    startTimeOf(holder.pid) === holder.startTime
  );
}

/** Whether the death of a holder could be detected on this machine. */
export function isHere(holder: Holder, { self }: Processes): boolean {
  return holder.host === self.host || (holder.lockedFile !== undefined && isSameMachine(holder, self));
}

/** Boot times rounded to a minute may coincide on two machines; exact boot ids do not. */
function isSameMachine(holder: ProcessIdentity, self: ProcessIdentity): boolean {
  return holder.bootId === self.bootId && (holder.host === self.host || isExactBootId(holder.bootId));
}

/** `leaseLeftMs`: time left on the holder's lease, in a store that has leases. */
export function locked(
  holder: Holder,
  { processes, now }: StorePorts,
  leaseLeftMs: number | undefined,
): DiagnosticError {
  const ago = agoText(Date.parse(now()) - Date.parse(holder.since));
  return new DiagnosticError(
    problem("store/locked", {
      detail: `Run ${holder.runId} holds the lock: ${describe(holder)} (${ago}).`,
      hint: `Wait for it to finish, or run again with --wait. ${afterDeath(holder, processes, leaseLeftMs)}`,
    }),
  );
}

function afterDeath(holder: Holder, processes: Processes, leaseLeftMs: number | undefined): string {
  if (isHere(holder, processes)) return "If it crashes, the next run takes over automatically.";
  if (leaseLeftMs === undefined)
    return `If it crashed, run a command on ${holder.host}: a crash can only be detected on that machine.`;
  const seconds = Math.max(1, Math.ceil(leaseLeftMs / 1000));
  return `If it crashed, its lease expires in ${counted(seconds, "second")}, and the next run takes over automatically.`;
}

/** For a lock file that some process holds, although the stack records no live holder. */
export function beginning(): DiagnosticError {
  return new DiagnosticError(
    problem("store/busy", {
      detail: "Another process is starting or ending a run on this stack, and makes no progress.",
      hint: "If a run is suspended (Ctrl-Z), resume or end it, then run again.",
    }),
  );
}

export function fenced(runId: string, holder: Holder | undefined): Diagnostic {
  const by = holder === undefined ? "another run" : `run ${holder.runId} (${describe(holder)})`;
  return problem("store/fenced", {
    detail: `Run ${runId} lost the lock to ${by}. Changes that it had not recorded by then are not in state.`,
    hint: "This run makes no further provider calls. Wait for the other run to finish, then run again. Interrupted operations are resolved first.",
  });
}

export function describe({ user, host, pid, command, since }: Holder): string {
  return `${user}@${host}, pid ${pid}, "${command}", since ${since}`;
}
