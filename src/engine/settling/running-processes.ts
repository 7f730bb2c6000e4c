import type { RunningProcess } from "../../model/index.js";
import { isGroupAlive, signalGroup } from "../../std/process-group.js";

/** The processes of this machine that interrupted calls may have left behind. */
export interface RunningProcesses {
  isRunning(process: RunningProcess): boolean;
  /** Does nothing if the process is not running. */
  signal(process: RunningProcess, signal: "SIGTERM" | "SIGKILL"): void;
}

/** Processes that were started before the last boot or on another machine count as ended. */
export const systemProcesses: RunningProcesses = { isRunning: isGroupAlive, signal: signalGroup };
