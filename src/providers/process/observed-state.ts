import type { ProcessRecord } from "./process-record.js";

/** What a process is found to be. `running` is what it should be: everything else is drift. */
export type ProcessState = "running" | "starting" | "unhealthy" | "restarting" | "unsupervised" | "stopped";

/** A record is only as true as the processes that it names. */
export function observedState(
  { phase }: Pick<ProcessRecord, "phase">,
  alive: { readonly supervisor: boolean; readonly child: boolean },
): ProcessState {
  if (!alive.supervisor) return alive.child ? "unsupervised" : "stopped";
  const hasChild = phase === "starting" || phase === "running" || phase === "unhealthy";
  // It has ended, and its supervisor has yet to see it.
  if (phase !== "starting" && hasChild && !alive.child) return "restarting";
  return phase;
}
