import type { Diagnostic, OpenIntent, ResourceRow } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import type { RunningProcesses } from "./running-processes.js";
import type { Finding } from "./settle.js";
import { untilEnded, type WaitPorts } from "./until-ended.js";

export interface LeftRunningPorts {
  readonly processes: RunningProcesses;
  /** How a run waits for processes; absent in a plan, which does not wait. */
  readonly wait: WaitPorts | undefined;
}

/**
 * Returns why an operation cannot be resolved yet: a process that its call started is still running. Undefined if none
 * is.
 */
export async function leftRunning(
  intent: OpenIntent,
  row: ResourceRow,
  { processes, wait }: LeftRunningPorts,
): Promise<Finding | undefined> {
  const { process } = intent;
  if (process === undefined || !processes.isRunning(process)) return undefined;
  const end = wait === undefined ? "left" : await untilEnded(intent, row.urn, wait);
  if (end === "ended") return undefined;
  const diagnostic =
    end === "stays" ? stays(intent, row) : stillRunning(intent, row, wait === undefined ? "note" : "error");
  return { urn: row.urn, what: "is still running", diagnostics: [diagnostic], isRunning: true };
}

/** A note in a plan, which does not wait; an error in a run whose wait was ended. */
function stillRunning(
  { action, deadline, process }: OpenIntent,
  { urn, name }: ResourceRow,
  severity: Diagnostic["severity"],
): Diagnostic {
  return problem("engine/still-running", {
    severity,
    detail: `The ${action} of ${JSON.stringify(name)} was interrupted, and process group ${process!.group}, which it started, is still running. The resource and its dependents are held back.`,
    hint: `Wait for the process to end, then run again. \`coco apply\` waits for it until ${deadline} and then terminates it.`,
    resource: urn,
  });
}

function stays({ action, process }: OpenIntent, { urn, name }: ResourceRow): Diagnostic {
  return problem("engine/process-not-terminated", {
    detail: `The interrupted ${action} of ${JSON.stringify(name)} left process group ${process!.group} running. Its deadline has passed, and the processes did not end after SIGKILL. The resource and its dependents are held back.`,
    hint: `Find out what blocks the processes, such as a disk that does not respond, then run again:\n    ps -o pid,stat,args -g ${process!.group}`,
    resource: urn,
  });
}
