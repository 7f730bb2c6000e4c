import { statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { changedSince, hashTree, nothingRead, type FilesRead } from "../../std/files-read.js";
import { FolderWatches, type WatchFolder } from "./folder-watches.js";
import { watchedFolders } from "./watched-folders.js";

export interface FileWatchPorts {
  /** These are not as they were read. Told again as long as they are not. */
  readonly onChange: (paths: readonly string[]) => void;
  /** The system does not tell of all changes, and why; told once. */
  readonly onRefused: (error: NodeJS.ErrnoException) => void;
  readonly watchFolder?: WatchFolder;
}

/**
 * Notices when files are not as they were read. What the system tells makes it prompt; that files are looked at now
 * and then, whatever it tells, makes it certain: network drives and containers tell nothing, and systems run out of
 * watches. Only content counts, so a file that is written again as it was is no change.
 */
export class FileWatch {
  readonly #ports: FileWatchPorts;
  readonly #folders: FolderWatches;
  #read: FilesRead = nothingRead;
  /** All paths that lead to something that was read. */
  #ways: ReadonlySet<string> = new Set();
  #timer: NodeJS.Timeout | undefined;
  /** When the first of the events came that are waited for the end of. */
  #firstEventMs: number | undefined;
  /** Files that were found empty or gone, which many are for a moment while they are saved. */
  #doubtful = "";
  #doubtfulSinceMs = 0;
  #statuses = "";
  #statusTimer: NodeJS.Timeout | undefined;
  #isRefused = false;
  #isClosed = false;

  constructor(ports: FileWatchPorts) {
    this.#ports = ports;
    this.#folders = new FolderWatches({
      watchFolder: ports.watchFolder,
      onEvent: (folder, name) => {
        if (this.#isOfInterest(folder, name)) this.#lookSoon();
      },
      onRefused: (error) => this.#refused(error),
    });
  }

  /** What is watched, as it was read. */
  get read(): FilesRead {
    return this.#read;
  }

  /** Watches these files and folders, and no others, for not being as they were when they were read. */
  watch(read: FilesRead): void {
    this.#read = read;
    this.#ways = waysTo(read);
    this.#folders.keep(watchedFolders(read));
    this.#statuses = statusesOf(read);
    this.#lookSoon();
    this.#lookAtStatuses();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#statusTimer);
    this.#folders.close();
  }

  /** Events of one save, and saves of several files, come together: after a moment of quiet all are there. */
  #lookSoon(): void {
    if (this.#isClosed) return;
    const now = performance.now();
    this.#firstEventMs ??= now;
    this.#lookIn(Math.max(0, Math.min(quietMs, this.#firstEventMs + longestMs - now)));
  }

  #lookIn(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), delayMs);
  }

  #look(): void {
    this.#firstEventMs = undefined;
    this.#folders.keep(watchedFolders(this.#read));
    const changed = changedSince(this.#read);
    const doubtful = changed.filter((path) => isEmptied(path, this.#read)).join("\n");
    const now = performance.now();
    if (doubtful !== this.#doubtful) this.#doubtfulSinceMs = now;
    this.#doubtful = doubtful;
    // Whatever else happens meanwhile makes nobody believe it sooner.
    const leftMs = doubtful === "" ? 0 : this.#doubtfulSinceMs + doubtMs - now;
    if (leftMs > 0) return this.#lookIn(leftMs);
    this.#doubtful = "";
    if (changed.length > 0) this.#ports.onChange(changed);
  }

  #lookAtStatuses(): void {
    clearTimeout(this.#statusTimer);
    const begunMs = performance.now();
    const statuses = statusesOf(this.#read);
    if (statuses !== this.#statuses) this.#lookSoon();
    this.#statuses = statuses;
    const tookMs = performance.now() - begunMs;
    const everyMs = this.#isRefused ? statusesWhenRefusedMs : statusesMs;
    // However much there is to look at, it is never more than a small part of the time.
    this.#statusTimer = setTimeout(() => this.#lookAtStatuses(), Math.max(everyMs, 20 * tookMs));
  }

  #isOfInterest(folder: string, name: string | null): boolean {
    const { folders, trees } = this.#read;
    if (name === null || name === basename(folder) || Object.hasOwn(folders, folder)) return true;
    return this.#ways.has(join(folder, name)) || Object.keys(trees).some((tree) => isIn(folder, tree));
  }

  #refused(error: NodeJS.ErrnoException): void {
    // Not allowed to look into, or gone by now: nothing of the program is there.
    if (this.#isRefused || error.code === "EACCES" || error.code === "EPERM" || error.code === "ENOENT")
      return;
    this.#isRefused = true;
    this.#ports.onRefused(error);
    if (!this.#isClosed) this.#lookAtStatuses();
  }
}

const quietMs = 60;
const longestMs = 500;
const doubtMs = 300;
const statusesMs = 2_000;
const statusesWhenRefusedMs = 500;

function waysTo({ files, folders, trees }: FilesRead): ReadonlySet<string> {
  const ways = new Set<string>();
  for (const path of [files, folders, trees].flatMap(Object.keys))
    for (let each = path; !ways.has(each); each = dirname(each)) ways.add(each);
  return ways;
}

function isIn(folder: string, tree: string): boolean {
  return folder === tree || folder.startsWith(join(tree, "/"));
}

/** What can be seen of a change without reading files. */
function statusesOf({ files, folders, trees }: FilesRead): string {
  const statuses = [files, folders].flatMap(Object.keys).map((path) => {
    const status = statusOf(path);
    return status && [status.ino, status.size, status.mtimeMs];
  });
  return JSON.stringify([statuses, Object.keys(trees).map(hashTree)]);
}

function isEmptied(path: string, { files }: FilesRead): boolean {
  const wasThere = Object.hasOwn(files, path) && files[path] !== "";
  return wasThere && (statusOf(path)?.size ?? 0) === 0;
}

function statusOf(path: string) {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
