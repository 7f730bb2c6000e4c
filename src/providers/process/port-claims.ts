import { readdirSync } from "node:fs";
import { join } from "node:path";
import { freePort, isTaken } from "./port.js";
import { portHolder } from "./port-holder.js";
import { isAlive } from "./process-handle.js";
import { readRecord } from "./process-record.js";

/** Sees to it that no two processes are started for one port. */
export class PortClaims {
  readonly #folder: string;
  /** Of those that are about to start: the others have records. */
  readonly #starting = new Map<number, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The port for a process that is about to start, until `release`; `former` for one that asks for any. */
  async claim(
    id: string,
    asked: number | "free" | undefined,
    former: number | undefined,
  ): Promise<number | undefined> {
    if (asked === undefined) return undefined;
    const port = asked === "free" ? (former ?? (await this.#free())) : asked;
    const other = this.#starting.get(port) ?? this.#recorded(port, id);
    if (other !== undefined) throw new Error(taken(port, `the process ${other} of this project`));
    this.#starting.set(port, id);
    if (!(await isTaken(port))) return port;
    this.release(port);
    throw new Error(taken(port, portHolder(port)));
  }

  release(port: number | undefined): void {
    if (port !== undefined) this.#starting.delete(port);
  }

  async #free(): Promise<number> {
    for (;;) {
      const port = await freePort();
      if (!this.#starting.has(port) && this.#recorded(port, "") === undefined) return port;
    }
  }

  /** The other process that has a port, whether it listens already or not. */
  #recorded(port: number, id: string): string | undefined {
    return readdirSync(this.#folder)
      .filter((name) => name !== id)
      .find((name) => this.#holds(name, port));
  }

  #holds(id: string, port: number): boolean {
    try {
      const record = readRecord(join(this.#folder, id));
      return record?.port === port && (isAlive(record.supervisor) || isAlive(record.child));
    } catch {
      // Not a record of ours: whoever listens is found by its port.
      return false;
    }
  }
}

function taken(port: number, holder: string | undefined): string {
  return `The port ${port} is taken${holder === undefined ? "" : ` by ${holder}`}. End that one, or give the process another port.`;
}
