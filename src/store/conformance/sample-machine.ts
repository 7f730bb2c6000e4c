import { createHash } from "node:crypto";
import type { StorePorts } from "../ports.js";

/**
 * A simulated machine: processes start and die on command, every look at the clock advances it by a second, and
 * randomness is repeatable.
 */
export interface SampleMachine {
  /** Starts a process and returns its ports. */
  process(pid: number): StorePorts;
  kill(pid: number): void;
}

export function sampleMachine(host = "here", bootId = "boot 1"): SampleMachine {
  const alive = new Map<number, string>();
  let seconds = 0;
  let drawn = 0;
  return {
    process(pid) {
      const startTime = `start of ${pid}`;
      alive.set(pid, startTime);
      return {
        now: () => new Date(Date.UTC(2030, 0, 1) + 1000 * seconds++).toISOString(),
        randomBytes: (count) =>
          createHash("shake256", { outputLength: count }).update(`${host} ${drawn++}`).digest(),
        processes: {
          self: { user: "ana", host, pid, startTime, bootId },
          startTimeOf: (other) => alive.get(other),
        },
        keys: {
          passphrase: async () => "sample passphrase",
          keyFile: (id) => {
            throw new Error(`The sample machine has no key file ${id}.`);
          },
          weakPassphrases: true,
        },
      };
    },
    kill: (pid) => void alive.delete(pid),
  };
}
