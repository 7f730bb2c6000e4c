import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A stored note. `key` is the idempotency key of the create that made it. */
export interface KeptNote {
  readonly key: string;
  readonly title: string;
  readonly text: string;
}

/** The service that the provider manages: here a folder with a file for each note. Replace it with your client. */
export class Notebook {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Throws if a note with this name exists. */
  async add(name: string, note: KeptNote): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await writeFile(this.#file(name), print(note), { flag: "wx" });
  }

  /** Replaces the file atomically. */
  async change(name: string, note: KeptNote): Promise<void> {
    const unfinished = `${this.#file(name)}.tmp`;
    await writeFile(unfinished, print(note));
    await rename(unfinished, this.#file(name));
  }

  /** Returns undefined only if the note does not exist. Throws all other errors. */
  async get(name: string): Promise<KeptNote | undefined> {
    try {
      return JSON.parse(await readFile(this.#file(name), "utf8")) as KeptNote;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  }

  /** Returns the names of the notes that were created with this idempotency key. */
  async withKey(key: string): Promise<readonly string[]> {
    const files = await readdir(this.#folder).catch(() => []);
    const names = files.filter((file) => file.endsWith(".json")).map((file) => file.slice(0, -5));
    const notes = await Promise.all(names.map((name) => this.get(name)));
    return names.filter((_, index) => notes[index]?.key === key);
  }

  /** Does nothing if the note does not exist. */
  async remove(name: string): Promise<void> {
    await rm(this.#file(name), { force: true });
  }

  #file(name: string): string {
    return join(this.#folder, `${name}.json`);
  }
}

function print(note: KeptNote): string {
  return `${JSON.stringify(note, undefined, 2)}\n`;
}
