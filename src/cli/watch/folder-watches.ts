import { statSync, watch } from "node:fs";

/** How the system is asked to tell of changes in a folder; a port, so that tests can be refused. */
export type WatchFolder = (
  folder: string,
  onEvent: (name: string | null) => void,
  onError: (error: Error) => void,
) => { close(): void };

export interface FolderWatchesPorts {
  /** Something happened to what has this name in the folder; no name: to anything. */
  readonly onEvent: (folder: string, name: string | null) => void;
  /** The system does not tell of changes in some folder. */
  readonly onRefused: (error: NodeJS.ErrnoException) => void;
  readonly watchFolder?: WatchFolder | undefined;
}

/**
 * Watches folders, not what is in the folders that are in them. A folder that was removed and made again is another
 * one, which the system does not tell of unless it is asked anew.
 */
export class FolderWatches {
  readonly #ports: FolderWatchesPorts;
  readonly #open = new Map<string, { readonly identity: string; close(): void }>();

  constructor(ports: FolderWatchesPorts) {
    this.#ports = ports;
  }

  /** Watches these, as they are now, and no others. */
  keep(folders: ReadonlySet<string>): void {
    for (const [folder, { identity, close }] of this.#open) {
      if (folders.has(folder) && identityOf(folder) === identity) continue;
      close();
      this.#open.delete(folder);
    }
    for (const folder of folders) if (!this.#open.has(folder)) this.#add(folder);
  }

  close(): void {
    this.keep(new Set());
  }

  #add(folder: string): void {
    const { onEvent, onRefused, watchFolder = watchBySystem } = this.#ports;
    const identity = identityOf(folder);
    if (identity === undefined) return;
    try {
      const { close } = watchFolder(folder, (name) => onEvent(folder, name), onRefused);
      this.#open.set(folder, { identity, close });
    } catch (error) {
      onRefused(error as NodeJS.ErrnoException);
    }
  }
}

const watchBySystem: WatchFolder = (folder, onEvent, onError) => {
  const watcher = watch(folder, (_, name) => onEvent(name));
  watcher.on("error", onError);
  return { close: () => watcher.close() };
};

function identityOf(folder: string): string | undefined {
  try {
    const { dev, ino } = statSync(folder);
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}
