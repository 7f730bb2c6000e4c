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

/** Who may change a stack, as its row says it. */
export interface Holder extends ProcessIdentity {
  readonly runId: string;
  readonly command: string;
  readonly since: string;
  /** The file that its process has locked for as long as it lives, where the system has such locks. */
  readonly lockedFile?: string;
  /** Whether the time of that file shows how long it has lived. */
  readonly givesSigns?: true;
}

/**
 * Whether the holder of a lock can still act. Either of two witnesses is enough to say so: the file that it has locked,
 * and the list of processes. That a file is free is proof of a death on this machine alone, whatever it was called by
 * then and whoever sees which of its processes. Of other machines nothing is known, so they count as alive.
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

/** What the file beside the stack says of a holder: somebody has it, the holder has let go of it, or nothing. */
export type FileWitness = "held" | "free" | "none";

/** What came of locking the file says nothing of a holder that has locked none, or that of which this is a copy. */
export function fileWitness({ lockedFile }: Holder, locked: LockedFile | "held" | "none"): FileWitness {
  if (typeof locked === "string") return locked;
  return locked.file === lockedFile ? "free" : "none";
}

/** Looks at the file beside a stack, and leaves it to whoever comes next. */
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
 * Locks the file beside a stack. One that somebody has for a moment is tried again: a run that begins has soon named
 * itself, one that ends has gone, and so has a look at it. `holder` says each time who has the stack by then.
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
 * A run of this process is over and its end could not be recorded. The process may live on, as a server does: what the
 * run held is free for its next one.
 */
export function giveUp(self: ProcessIdentity, runId: string): void {
  givenUp.set(self, new Set(givenUp.get(self)).add(runId));
}

/** By process: a test may have several in one. */
const givenUp = new WeakMap<ProcessIdentity, ReadonlySet<string>>();

function hasGivenUp(self: ProcessIdentity, { runId }: Holder): boolean {
  return givenUp.get(self)?.has(runId) ?? false;
}

/** Whether the very process is there to be seen, and still at it. */
export function isSeen(holder: Holder, { self, startTimeOf }: Processes): boolean {
  return (
    !hasGivenUp(self, holder) &&
    holder.bootId === self.bootId &&
    holder.startTime !== unknownStart &&
    startTimeOf(holder.pid) === holder.startTime
  );
}

/** Whether the death of a holder would be known here. */
export function isHere(holder: Holder, { self }: Processes): boolean {
  return holder.host === self.host || (holder.lockedFile !== undefined && isSameMachine(holder, self));
}

/** Two machines may have started in the same minute; no two have the same exact start. */
function isSameMachine(holder: ProcessIdentity, self: ProcessIdentity): boolean {
  return holder.bootId === self.bootId && (holder.host === self.host || isExactBootId(holder.bootId));
}

/** `leaseLeftMs`: how long the lease of the holder lasts, in a store that has leases. */
export function locked(
  holder: Holder,
  { processes, now }: StorePorts,
  leaseLeftMs: number | undefined,
): DiagnosticError {
  const ago = agoText(Date.parse(now()) - Date.parse(holder.since));
  return new DiagnosticError(
    problem("store/locked", {
      detail: `Run ${holder.runId} holds the stack: ${describe(holder)} (${ago}).`,
      hint: `Wait until it has ended, or run with --wait. ${afterDeath(holder, processes, leaseLeftMs)}`,
    }),
  );
}

function afterDeath(holder: Holder, processes: Processes, leaseLeftMs: number | undefined): string {
  if (isHere(holder, processes)) return "If it dies, the next run takes over by itself.";
  if (leaseLeftMs === undefined)
    return `If it died, run a command on ${holder.host}: only there can it be known.`;
  const seconds = Math.max(1, Math.ceil(leaseLeftMs / 1000));
  return `If it died, its lease runs out in ${counted(seconds, "second")}, and the next run takes over by itself.`;
}

/** Somebody has locked the file, and none of the runs that the stack knows of. */
export function beginning(): DiagnosticError {
  return new DiagnosticError(
    problem("store/busy", {
      detail: "Another process is about to begin or to end a run on the stack, and does not go on.",
      hint: "If a run was stopped (Ctrl-Z), let it go on or end it, and run again.",
    }),
  );
}

export function fenced(runId: string, holder: Holder | undefined): Diagnostic {
  const by = holder === undefined ? "another run" : `run ${holder.runId} (${describe(holder)})`;
  return problem("store/fenced", {
    detail: `Run ${runId} lost its lock to ${by}. What it had not recorded by then was not recorded.`,
    hint: "Nothing further is called. Wait for the other run, then run again: operations left open are settled first.",
  });
}

export function describe({ user, host, pid, command, since }: Holder): string {
  return `${user}@${host}, pid ${pid}, "${command}", since ${since}`;
}
