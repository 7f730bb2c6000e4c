import type { StorePorts } from "../../src/store/internal.js";

/** What a process takes itself and the machine for, where that is not as it is. */
export interface Guise {
  /** As a container with a name of its own has it, or a laptop that was renamed. */
  readonly host?: string;
  /** As another machine has it, or this one after it was started anew. */
  readonly bootId?: string;
  readonly pid?: number;
  readonly startTime?: string;
  /** The process that is seen in the place of every number: none in a container of its own, one that hides its start. */
  readonly seen?: "none" | "hidden";
  /** The files have no locks, as on some network drives. */
  readonly lockless?: boolean;
}

export function inGuise(ports: StorePorts, guise: Guise): StorePorts {
  const { seen, lockless = false, ...identity } = guise;
  const { self, startTimeOf, lockFile } = ports.processes;
  return {
    ...ports,
    processes: {
      self: { ...self, ...identity },
      startTimeOf: (pid) => (seen === undefined ? startTimeOf(pid) : seen === "hidden" ? "" : undefined),
      ...(!lockless && lockFile !== undefined && { lockFile }),
    },
  };
}
