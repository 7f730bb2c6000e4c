import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A note as it is kept. `key` is of the create that made it. */
export interface KeptNote {
  readonly key: string;
  readonly title: string;
  readonly text: string;
}

/** The service that the provider talks to: here a folder with a file for each note. Put your client in its place. */
export class Notebook {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Fails if there is one of that name. */
  async add(name: string, note: KeptNote): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await writeFile(this.#file(name), print(note), { flag: "wx" });
  }

  /** Nobody sees half of a note. */
  async change(name: string, note: KeptNote): Promise<void> {
    const unfinished = `${this.#file(name)}.tmp`;
    await writeFile(unfinished, print(note));
    await rename(unfinished, this.#file(name));
  }

  /** Nothing only if it is certain that there is none: other errors are errors. */
  async get(name: string): Promise<KeptNote | undefined> {
    try {
      return JSON.parse(await readFile(this.#file(name), "utf8")) as KeptNote;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  }

  /** The names of the notes that a create with this key made. */
  async withKey(key: string): Promise<readonly string[]> {
    const files = await readdir(this.#folder).catch(() => []);
    const names = files.filter((file) => file.endsWith(".json")).map((file) => file.slice(0, -5));
    const notes = await Promise.all(names.map((name) => this.get(name)));
    return names.filter((_, index) => notes[index]?.key === key);
  }

  /** One that is gone already is no error. */
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
