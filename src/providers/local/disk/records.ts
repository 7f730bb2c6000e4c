import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { isMissing, osFault } from "./os-fault.js";
import { sha256Of } from "./observe.js";
import { JSON } from "../../../std/plain-json.js";

/** The record of a create at a path, written before the object itself. */
export interface Made {
  readonly path: string;
  /** The idempotency key of the create, or of the update of a folder. */
  readonly key: string;
  /** Identifies the object: any other object at the path has another mark. */
  readonly mark: string;
  /** The files that Coconut writes into a folder. */
  readonly files?: readonly string[];
}

/**
 * The records that identify, after a crash, the object that a create made. A file cannot carry the idempotency key, so
 * a separate small file per path does. The record of a file or link is kept until its first update. That of a folder is
 * kept as long as the folder, because it also lists the files that an interrupted update may have written.
 */
export class Records {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async of(path: string): Promise<Made | undefined> {
    let text: string;
    try {
      text = await readFile(this.#file(path), "utf8");
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw osFault(error, "Reading", this.#file(path));
    }
    return parse(text, path);
  }

  /**
   * Writes a record and returns a function that restores the previous one: a concurrent process may have recorded the
   * same path first, and needs its record.
   */
  async note(made: Made): Promise<() => Promise<void>> {
    const before = await this.of(made.path);
    await this.write(made);
    return () => (before === undefined ? this.forget(made.path) : this.write(before));
  }

  /** The record is durable when this resolves. */
  async write(made: Made): Promise<void> {
    const file = this.#file(made.path);
    const beside = `${file}.${sha256Of(made.key).slice(0, 8)}.tmp`;
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const handle = await open(beside, "w", 0o600);
      try {
        await handle.writeFile(`${JSON.stringify(made)}\n`);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(beside, file);
    } catch (error) {
      throw osFault(error, "Writing", file);
    }
  }

  async forget(path: string): Promise<void> {
    await rm(this.#file(path), { force: true });
  }

  #file(path: string): string {
    return join(this.#folder, `${sha256Of(path).slice(0, 32)}.json`);
  }
}

/** Returns undefined for a record that a power failure left incomplete. */
function parse(text: string, path: string): Made | undefined {
  try {
    const made = JSON.parse(text) as Made;
    return made.path === path ? made : undefined;
  } catch {
    return undefined;
  }
}
