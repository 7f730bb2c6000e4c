import { statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { changedSince, hashTree, nothingRead, type FilesRead } from "../../std/files-read.js";
import { FolderWatches, type WatchFolder } from "./folder-watches.js";
import { watchedFolders } from "./watched-folders.js";

export interface FileWatchPorts {
  /** Called with the paths that differ from what was read. Called again as long as they differ. */
  readonly onChange: (paths: readonly string[]) => void;
  /** Called once if the system cannot report all changes. */
  readonly onRefused: (error: NodeJS.ErrnoException) => void;
  readonly watchFolder?: WatchFolder;
}

/**
 * Detects files that differ from what was read. Events of the system make it fast. Polling makes it reliable: network
 * drives and containers send no events, and systems run out of watches. It compares content, so that saving a file
 * without changes is not a change.
 */
export class FileWatch {
  readonly #ports: FileWatchPorts;
  readonly #folders: FolderWatches;
  #read: FilesRead = nothingRead;
  /** Everything that was read, and all parent folders. */
  #ways: ReadonlySet<string> = new Set();
  #timer: NodeJS.Timeout | undefined;
  /** Time of the first event of the current burst. */
  #firstEventMs: number | undefined;
  /** Files that are empty or missing, as many are for a moment while they are saved. */
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

  /** The watched files, as they were read. */
  get read(): FilesRead {
    return this.#read;
  }

  /** Watches exactly these files and folders. Replaces the previous ones. */
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

  /** Schedules a comparison after a short pause, so that the events of one save are handled together. */
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
    // Other events must not shorten the wait.
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
    // Limits polling to 5% of the time, however many files there are.
    this.#statusTimer = setTimeout(() => this.#lookAtStatuses(), Math.max(everyMs, 20 * tookMs));
  }

  #isOfInterest(folder: string, name: string | null): boolean {
    const { folders, trees } = this.#read;
    if (name === null || name === basename(folder) || Object.hasOwn(folders, folder)) return true;
    return this.#ways.has(join(folder, name)) || Object.keys(trees).some((tree) => isIn(folder, tree));
  }

  #refused(error: NodeJS.ErrnoException): void {
    // No permission, or already deleted: no file of the program is there.
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

/** Returns a fingerprint of inode, size and time, which shows most changes without reading files. */
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
