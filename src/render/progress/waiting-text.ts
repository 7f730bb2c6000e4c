import type { RunEvent } from "../../model/index.js";
import { durationText } from "../../std/duration-text.js";
import { printable } from "../../std/printable.js";
import { elapsedText, runningText } from "./elapsed-text.js";

type Waiting = Extract<RunEvent, { kind: "waiting" }>;

/** Who is waited for, for a log: once when it begins, and now and then how long it has been. */
export function waitingSentence(event: Waiting): string {
  const since = event.waitedMs < 1000 ? "" : ` for ${elapsedText(event.waitedMs)}`;
  const limit = event.limitMs === undefined ? "" : ` At most ${durationText(event.limitMs)}.`;
  return `Waiting for the lock${since}: ${holderOf(event)}, holds the stack.${limit}`;
}

/** The same in a line that changes: the time that is left, or that it has been. */
export function waitingLine(event: Waiting, waitedMs: number): string {
  const time =
    event.limitMs === undefined
      ? runningText(waitedMs)
      : `${runningText(Math.max(0, event.limitMs - waitedMs))} left`;
  return `Waiting for the lock, ${time}: ${holderOf(event)}`;
}

function holderOf({ command, user, host, pid }: Waiting): string {
  return `"${printable(command)}" by ${printable(`${user}@${host}`)}, pid ${pid}`;
}
