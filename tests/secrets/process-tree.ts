import { readdirSync, readFileSync } from "node:fs";

/** What everybody on the machine can see of a process; of the first one the environment is its caller's. */
export interface ListedProcess {
  readonly name: string;
  readonly words: Buffer;
  readonly environment: Buffer;
}

/** A process and all that descends from it, as they are listed. */
export class ProcessTree {
  readonly #root: number;
  readonly #members = new Set<number>();
  /** Processes that were there and are none of these. */
  readonly #strangers = new Set<number>();
  readonly #seen = new Map<number, string>();

  constructor(root: number) {
    this.#root = root;
    this.#members.add(root);
  }

  /** Those that are new, or that have become another program, since the last look. */
  changed(): readonly ListedProcess[] {
    for (const name of readdirSync("/proc")) {
      const pid = Number(name);
      if (Number.isNaN(pid) || this.#members.has(pid) || this.#strangers.has(pid)) continue;
      // Numbers go up: whoever started it was seen before it.
      (this.#members.has(parentOf(pid)) ? this.#members : this.#strangers).add(pid);
    }
    const ofRoot = bytesOf(`/proc/${this.#root}/cmdline`);
    return [...this.#members].flatMap((pid) => {
      const words = bytesOf(`/proc/${pid}/cmdline`);
      // Between its fork and its program it is a copy of who started it, environment and all.
      if (pid !== this.#root && words.equals(ofRoot)) return [];
      const environment = pid === this.#root ? Buffer.alloc(0) : bytesOf(`/proc/${pid}/environ`);
      const text = `${words.toString("latin1")}\0${environment.toString("latin1")}`;
      if (words.length === 0 || this.#seen.get(pid) === text) return [];
      this.#seen.set(pid, text);
      return [{ name: words.toString("utf8", 0, words.indexOf(0)), words, environment }];
    });
  }
}

function parentOf(pid: number): number {
  const stat = bytesOf(`/proc/${pid}/stat`).toString();
  return Number(/^\d+ \(.*\) \S (\d+)/s.exec(stat)?.[1]);
}

/** Nothing of one that has ended meanwhile. */
function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}
