import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { isMissing, osFault } from "./os-fault.js";
import { sha256Of } from "./observe.js";
import { JSON } from "../../../std/plain-json.js";

/** That a create is putting something at a path, written before it does. */
export interface Made {
  readonly path: string;
  /** Of the create, or of the update of a folder. */
  readonly key: string;
  /** Of the object itself: what else comes to be at the path has another. */
  readonly mark: string;
  /** The files that are laid out in a folder. */
  readonly files?: readonly string[];
}

/**
 * What tells after a crash that an object is the one which a create made. A file cannot carry the create's key, so
 * a small file in a folder of its own does, one for each path: until a file or link is updated, and as long as a
 * folder is there, because it also knows what an update that was cut off has laid out.
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
   * Writes, and answers with how to take that back: another process may have been faster, and need what it has written
   * about the same path.
   */
  async note(made: Made): Promise<() => Promise<void>> {
    const before = await this.of(made.path);
    await this.write(made);
    return () => (before === undefined ? this.forget(made.path) : this.write(before));
  }

  /** Is durable when it returns. */
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

/** One that a power failure left half written says nothing. */
function parse(text: string, path: string): Made | undefined {
  try {
    const made = JSON.parse(text) as Made;
    return made.path === path ? made : undefined;
  } catch {
    return undefined;
  }
}
