import { existsSync, readdirSync, realpathSync, statSync, type Stats } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { databaseOf, DiagnosticError, type Diagnostic } from "../model/index.js";
import { shellWord } from "../std/shell-word.js";
import { homeFolder } from "../std/user-folders.js";
import { problem } from "./diagnostics.js";

/** Default entry files of a program, used if `coconut.json` does not set `main`. */
export const entries = ["main.ts", "main.mts", "main.js", "main.mjs"];

/**
 * Returns the folder of the project that `start` belongs to: `start` itself, or the nearest parent that is a project;
 * `start` if there is none. A folder is a project if it has a `coconut.json`, or a main file together with a
 * `package.json` or state. A main file alone makes a project only if no parent folder has a `coconut.json`, since other
 * programs have a `main.ts` too.
 */
export function projectFolder(start: string, ports: Partial<FolderPorts> = {}): string {
  const { home, ownerOf } = { home: homeFolder(), ownerOf: ownerOfPath, ...ports };
  const here = resolve(start);
  const found = nearestProject(here, home);
  if (found === undefined || found === here) return here;
  const [owner, owners] = [ownerOf(markIn(found)!), [ownerOf(here), process.getuid?.(), root]];
  if (!owners.includes(owner)) throw new DiagnosticError(ofAnotherUser(found, owner!));
  return found;
}

interface FolderPorts {
  /** The home folder. Checked only if the search starts in it. */
  readonly home: string | undefined;
  /** Returns the user ID of the owner of a file; undefined on systems without owners. */
  readonly ownerOf: (path: string) => number | undefined;
}

const root = 0;

function nearestProject(here: string, home: string | undefined): string | undefined {
  let alone: string | undefined;
  for (const folder of foldersFrom(here, home)) {
    const mark = markIn(folder);
    if (mark === undefined) continue;
    if (mark === join(folder, "coconut.json")) return folder;
    if (existsSync(join(folder, "package.json")) || hasState(folder)) return alone ?? folder;
    alone ??= folder;
  }
  return alone;
}

/** Returns the file or folder that makes a folder a project; undefined if it is not a project. */
function markIn(folder: string): string | undefined {
  const mark = ["coconut.json", ...entries].find((file) => existsSync(join(folder, file)));
  // State without a program: the program was deleted, its resources may still exist.
  return mark === undefined ? stateIn(folder) : join(folder, mark);
}

function hasState(folder: string): boolean {
  return stateIn(folder) !== undefined;
}

/** Returns the `.coconut` folder if it contains stacks. A cache may leave an empty one. */
function stateIn(folder: string): string | undefined {
  const state = join(folder, ".coconut");
  if (!existsSync(state)) return undefined;
  try {
    return readdirSync(state).some((file) => databaseOf(file) !== undefined) ? state : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Yields the folder and its parents. Stops before the home folder and at the border of the file system. Skips folders
 * in `node_modules`.
 */
function* foldersFrom(here: string, home: string | undefined): Generator<string> {
  yield here;
  const device = deviceOf(here);
  if (device === undefined) return;
  const end = home !== undefined && existsSync(home) ? realpathSync(home) : home;
  // Resolves links: the parent of a linked folder is the parent of its target.
  for (let below = realpathSync(here); below !== end; below = dirname(below)) {
    const folder = dirname(below);
    if (folder === below || folder === end || deviceOf(folder) !== device) return;
    if (!folder.split(sep).includes("node_modules")) yield folder;
  }
}

/** Returns the device number of a folder; undefined if it is not a folder or not accessible. */
function deviceOf(folder: string): number | undefined {
  const status = statusOf(folder);
  return status?.isDirectory() ? status.dev : undefined;
}

function ownerOfPath(path: string): number | undefined {
  return process.getuid === undefined ? undefined : statusOf(path)?.uid;
}

function statusOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // For example a name that is too long for the system.
    return undefined;
  }
}

function ofAnotherUser(folder: string, owner: number): Diagnostic {
  return problem("cli/project-of-another-user", {
    detail: `The project in ${folder}, a parent of this folder, belongs to another user (ID ${owner}). Coconut runs the program of another user only if you name its folder.`,
    hint: `If you trust it, name its folder:\n    coco plan -C ${shellWord(folder)}\nTo create a project here:\n    coco new`,
  });
}
