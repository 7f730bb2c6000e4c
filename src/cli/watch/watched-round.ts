import type { ProcessSignals } from "../../runner/index.js";
import type { FilesRead } from "../../std/files-read.js";
import { unlessAborted } from "../../std/until-aborted.js";
import { roundVariable, type RoundMessage, type WatcherMessage } from "./round-message.js";

/** The other end of a command that a watcher has started. */
export interface WatchedRound {
  /** Whether a file has been saved since, so that nobody wants to hear how this ends. */
  readonly isSuperseded: boolean;
  /** Tells what the program is made from. */
  readonly read: (read: FilesRead) => void;
  /** From now on the process hears interruptions by these. */
  obeys(signals: ProcessSignals): void;
  /** Waits until the watcher lets it apply. */
  mayApply(signal: AbortSignal): Promise<boolean>;
}

/**
 * Who started this process, if that was a watcher. When the watcher is gone, or tells it to end, the process is
 * interrupted as anyone else would interrupt it, so that there is one way to end in order.
 */
export function watchedRound(): WatchedRound | undefined {
  const isWatched = process.env[roundVariable] !== undefined && process.send !== undefined;
  delete process.env[roundVariable];
  if (!isWatched) return undefined;
  let isSuperseded = false;
  let signals: ProcessSignals | undefined;
  let allow = () => {};
  const allowed = new Promise<true>((resolve) => (allow = () => resolve(true)));
  const tell = (message: RoundMessage) => process.connected && process.send!(message, () => {});

  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.on("message", (message: WatcherMessage) => {
    if (message.kind === "apply") allow();
    if (message.kind === "superseded") {
      isSuperseded = true;
      process.kill(process.pid, "SIGTERM");
    }
    if (message.kind === "interrupted")
      setTimeout(() => {
        if (!hasHeard(message.times, signals)) process.kill(process.pid, "SIGINT");
      }, signalTakesMs).unref();
  });
  // Whether the program has come to its end is seen by what is left to wait for: this is not.
  process.channel!.unref();

  return {
    get isSuperseded() {
      return isSuperseded;
    },
    read: (read) => void tell({ kind: "read", read }),
    obeys: (given) => void (signals = given),
    mayApply: async (signal) => {
      // The watcher may be gone while the interruption that follows from it is still on its way.
      if (!process.connected) return false;
      process.channel!.ref();
      tell({ kind: "asks" });
      const answer = await unlessAborted(signal, allowed);
      process.channel?.unref();
      return answer === true;
    },
  };
}

/** A terminal tells all processes in front of it, so the round may have been interrupted as often as its watcher. */
function hasHeard(times: number, signals: ProcessSignals | undefined): boolean {
  return (times === 1 ? signals?.signal.aborted : signals?.leave.aborted) === true;
}

/** A signal that was sent before a message may be heard a moment after it. */
const signalTakesMs = 100;
