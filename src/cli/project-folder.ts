import { existsSync, readdirSync, realpathSync, statSync, type Stats } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { databaseOf, DiagnosticError, type Diagnostic } from "../model/index.js";
import { shellWord } from "../std/shell-word.js";
import { homeFolder } from "../std/user-folders.js";
import { problem } from "./diagnostics.js";

/** The files that a program begins in, unless `coconut.json` names another. */
export const entries = ["main.ts", "main.mts", "main.js", "main.mjs"];

/**
 * The folder of the project that `start` belongs to: `start`, or the nearest folder above it that is a project; `start`
 * if there is none. A folder is a project if it has a `coconut.json`, or a main file beside a `package.json` or state.
 * A main file alone makes a project only where no folder above has a `coconut.json`: other programs begin in a
 * `main.ts` too.
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
  /** Looked at only if the search begins in it. */
  readonly home: string | undefined;
  /** The user id of the owner of a file; nothing where the system has none. */
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

/** The file or folder that makes a folder a project; nothing if it is none. */
function markIn(folder: string): string | undefined {
  const mark = ["coconut.json", ...entries].find((file) => existsSync(join(folder, file)));
  // The program is gone, and what it made is not.
  return mark === undefined ? stateIn(folder) : join(folder, mark);
}

function hasState(folder: string): boolean {
  return stateIn(folder) !== undefined;
}

/** Files of stacks: the folder alone may be left by a cache. */
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
 * The folder and those above it, up to the home folder and to where another file system begins, neither of which is
 * searched. What is installed in `node_modules` is nobody's project.
 */
function* foldersFrom(here: string, home: string | undefined): Generator<string> {
  yield here;
  const device = deviceOf(here);
  if (device === undefined) return;
  const end = home !== undefined && existsSync(home) ? realpathSync(home) : home;
  // As the system sees it: above a link is what is above the folder that it leads to.
  for (let below = realpathSync(here); below !== end; below = dirname(below)) {
    const folder = dirname(below);
    if (folder === below || folder === end || deviceOf(folder) !== device) return;
    if (!folder.split(sep).includes("node_modules")) yield folder;
  }
}

/** The file system that a folder is on; nothing for what is none or cannot be looked at. */
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
    // Such as a name that is too long for the system.
    return undefined;
  }
}

function ofAnotherUser(folder: string, owner: number): Diagnostic {
  return problem("cli/project-of-another-user", {
    detail: `The project in ${folder}, above this folder, belongs to another user (id ${owner}). Coconut runs the program of another user only if you name its folder.`,
    hint: `If you trust it, name it:\n    coco plan -C ${shellWord(folder)}\nTo begin a project here:\n    coco new`,
  });
}
