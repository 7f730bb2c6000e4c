import { statSync, watch } from "node:fs";

/** Watches a folder with the system. Replaced in tests to simulate failures. */
export type WatchFolder = (
  folder: string,
  onEvent: (name: string | null) => void,
  onError: (error: Error) => void,
) => { close(): void };

export interface FolderWatchesPorts {
  /** Called for a change of the named entry; without a name, of any entry. */
  readonly onEvent: (folder: string, name: string | null) => void;
  /** Called if the system cannot watch a folder. */
  readonly onRefused: (error: NodeJS.ErrnoException) => void;
  readonly watchFolder?: WatchFolder | undefined;
}

/**
 * Watches folders, not recursively. A folder that was deleted and created again needs a new watch.
 */
export class FolderWatches {
  readonly #ports: FolderWatchesPorts;
  readonly #open = new Map<string, { readonly identity: string; close(): void }>();

  constructor(ports: FolderWatchesPorts) {
    this.#ports = ports;
  }

  /** Watches exactly these folders. Replaces the previous ones. */
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
