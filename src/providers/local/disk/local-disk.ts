import { mkdir, rm, stat } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { stagingPath } from "./staging-path.js";
import { markOf, statusOf } from "./observe.js";
import { codeOf, isMissing, osFault } from "./os-fault.js";
import { Records, type Made } from "./records.js";

/** The disk as one configuration of the provider sees it: the root of its paths, and the records of its creates. */
export class LocalDisk {
  /** What the paths of assets begin at. */
  readonly projectFolder: string;
  readonly root: string;
  readonly records: Records;
  readonly #takenOver = new Set<string>();
  readonly #madeOnTheWay = new Set<string>();
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(projectFolder: string, settings: { readonly root: string; readonly records: string }) {
    this.projectFolder = projectFolder;
    this.root = resolve(projectFolder, settings.root);
    this.records = new Records(resolve(projectFolder, settings.records));
  }

  at(path: string): string {
    return resolve(this.root, path);
  }

  /** Whether the root or the project is in a folder, which must not be deleted then. */
  isInside(folder: string): boolean {
    return [this.root, this.projectFolder].some((each) => {
      const way = relative(folder, each);
      return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
    });
  }

  /** Two resources with one path wait for each other, so that the second sees what the first has made. */
  async alone<T>(path: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(path) ?? Promise.resolve()).then(work);
    const ended = turn.catch(() => undefined);
    this.#turns.set(path, ended);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(path) === ended) this.#turns.delete(path);
    }
  }

  /** What a create or an update of this project is known to have put at a path, if it is still that. */
  async madeAt(path: string): Promise<Made | undefined> {
    const [made, status] = [await this.records.of(path), await statusOf(path)];
    return made !== undefined && status !== undefined && markOf(status) === made.mark ? made : undefined;
  }

  /** A create puts something in the place of what was there. */
  takeOver(path: string): void {
    this.#takenOver.add(path);
  }

  /** Whether what is at a path belongs, since this was connected, to another resource than the one that leaves. */
  isTakenOver(path: string): boolean {
    return this.#takenOver.has(path);
  }

  /** The object is recorded by the engine: what was kept in case of a crash has done its service. */
  async settled(path: string): Promise<void> {
    const made = await this.records.of(path);
    for (const key of made === undefined ? [""] : ["", made.key])
      await rm(stagingPath(path, key), { recursive: true, force: true });
    if (made !== undefined) await this.records.forget(path);
  }

  async makeParents(path: string): Promise<void> {
    const parent = dirname(path);
    let first: string | undefined;
    try {
      first = await mkdir(parent, { recursive: true });
    } catch (error) {
      throw await parentFault(error, path);
    }
    if (first === undefined) return;
    for (let made = parent; ; made = dirname(made)) {
      this.#madeOnTheWay.add(made);
      if (made === first || made === dirname(made)) return;
    }
  }

  /** Whether a folder came to be for the sake of something in it, since this was connected. */
  wasMadeOnTheWay(folder: string): boolean {
    return this.#madeOnTheWay.has(folder);
  }
}

async function parentFault(error: unknown, path: string): Promise<Error> {
  const blocking = ["ENOTDIR", "EEXIST"].includes(codeOf(error) ?? "")
    ? await nonFolderAbove(path)
    : undefined;
  if (blocking === undefined) return osFault(error, "Making the folders above", path);
  return new Error(
    `There can be nothing at ${path}: ${blocking} is not a folder. Move it away, or choose another path.`,
  );
}

async function nonFolderAbove(path: string): Promise<string | undefined> {
  const above = dirname(path);
  if (above === path) return undefined;
  try {
    return (await stat(above)).isDirectory() ? undefined : above;
  } catch (error) {
    return isMissing(error) ? nonFolderAbove(above) : undefined;
  }
}
