import type { ProcessSignals } from "../../runner/index.js";
import type { FilesRead } from "../../std/files-read.js";
import { unlessAborted } from "../../std/until-aborted.js";
import { roundVariable, type RoundMessage, type WatcherMessage } from "./round-message.js";

/** The connection of a command to the watcher that started it. */
export interface WatchedRound {
  /** A file was saved since it started, so that its result is not needed. */
  readonly isSuperseded: boolean;
  /** Reports files that the program was made from. */
  readonly read: (read: FilesRead) => void;
  /** Sets the signals by which the process receives interruptions. */
  obeys(signals: ProcessSignals): void;
  /** Waits until the watcher permits applying. Returns false if it does not. */
  mayApply(signal: AbortSignal): Promise<boolean>;
}

/**
 * Returns the connection to the watcher that started this process; undefined if none did. If the watcher exits or tells
 * it to end, the process sends itself a signal, so that there is only one way to end cleanly.
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
  // Must not keep the process alive: an empty event loop shows that the program has ended.
  process.channel!.unref();

  return {
    get isSuperseded() {
      return isSuperseded;
    },
    read: (read) => void tell({ kind: "read", read }),
    obeys: (given) => void (signals = given),
    mayApply: async (signal) => {
      // The watcher may have exited although the resulting signal has not arrived yet.
      if (!process.connected) return false;
      process.channel!.ref();
      tell({ kind: "asks" });
      const answer = await unlessAborted(signal, allowed);
      process.channel?.unref();
      return answer === true;
    },
  };
}

/** True if the round was already interrupted. A terminal sends signals to all its processes. */
function hasHeard(times: number, signals: ProcessSignals | undefined): boolean {
  return (times === 1 ? signals?.signal.aborted : signals?.leave.aborted) === true;
}

/** A signal that was sent before a message may arrive shortly after it. */
const signalTakesMs = 100;
