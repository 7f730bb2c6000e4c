import type { FilePorts } from "../../../src/project/index.js";
import { parseMoves, type MoveGroup } from "../../../src/state/index.js";
import type { VirtualTime } from "./virtual-time.js";

/** The files of the project, which all its stacks share. A lock ends with the process that has it. */
export class SimulatedFiles {
  readonly #texts = new Map<string, string>();
  readonly #locks = new Map<string, number>();
  readonly #time: VirtualTime;
  /** Renames that somebody else's were written over. */
  readonly lost: MoveGroup[] = [];

  constructor(time: VirtualTime) {
    this.#time = time;
  }

  /** As one process has them. */
  of(pid: number): FilePorts {
    return {
      read: async (path) => this.#texts.get(path),
      write: async (path, text) => {
        this.#compare(path, text);
        this.#texts.set(path, text);
      },
      lock: async (path) => {
        for (let moments = 0; this.#locks.has(path); moments++) {
          if (moments === 100) return "held";
          await this.#time.wait(20);
        }
        this.#locks.set(path, pid);
        return () => void (this.#locks.get(path) === pid && this.#locks.delete(path));
      },
    };
  }

  /** The process is gone. */
  release(pid: number): void {
    for (const [path, holder] of this.#locks) if (holder === pid) this.#locks.delete(path);
  }

  /** The renames that are written down for all stacks. */
  get renames(): readonly MoveGroup[] {
    return [...this.#texts.values()].flatMap((text) => parseMoves(text).groups);
  }

  #compare(path: string, text: string): void {
    const before = this.#texts.get(path);
    if (before === undefined) return;
    const kept = new Set(parseMoves(text).groups.map(({ id }) => id));
    this.lost.push(...parseMoves(before).groups.filter(({ id }) => !kept.has(id)));
  }
}
