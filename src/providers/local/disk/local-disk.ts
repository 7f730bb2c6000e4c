import { mkdir, rm, stat } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { stagingPath } from "./staging-path.js";
import { markOf, statusOf } from "./observe.js";
import { codeOf, isMissing, osFault } from "./os-fault.js";
import { Records, type Made } from "./records.js";

/** The disk of one configured provider: the root of its paths, and the records of its creates. */
export class LocalDisk {
  /** The folder that paths of assets are relative to. */
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

  /** True if a folder contains the root or the project; such a folder must not be deleted. */
  isInside(folder: string): boolean {
    return [this.root, this.projectFolder].some((each) => {
      const way = relative(folder, each);
      return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
    });
  }

  /** Runs work on one path at a time, so that a second resource with this path sees the result of the first. */
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

  /** Returns the record of the object that this project created at a path, if that object is still there. */
  async madeAt(path: string): Promise<Made | undefined> {
    const [made, status] = [await this.records.of(path), await statusOf(path)];
    return made !== undefined && status !== undefined && markOf(status) === made.mark ? made : undefined;
  }

  /** Records that a create replaces the object at a path. */
  takeOver(path: string): void {
    this.#takenOver.add(path);
  }

  /** True if another resource has replaced the object at a path since the provider was connected. */
  isTakenOver(path: string): boolean {
    return this.#takenOver.has(path);
  }

  /** Deletes the crash records of an object, once the engine has recorded it. */
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

  /** True if a folder was created as a parent of another object since the provider was connected. */
  wasMadeOnTheWay(folder: string): boolean {
    return this.#madeOnTheWay.has(folder);
  }
}

async function parentFault(error: unknown, path: string): Promise<Error> {
  const blocking = ["ENOTDIR", "EEXIST"].includes(codeOf(error) ?? "")
    ? await nonFolderAbove(path)
    : undefined;
  if (blocking === undefined) return osFault(error, "Creating the parent folders of", path);
  return new Error(`Cannot create ${path}: ${blocking} is not a folder. Move it, or choose another path.`);
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
