import { createHash } from "node:crypto";
import type { StorePorts } from "../ports.js";

/** A machine on which processes live and die as told, time moves a second per look, and chance repeats itself. */
export interface SampleMachine {
  /** What a process on it sees; the process lives from now on. */
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
