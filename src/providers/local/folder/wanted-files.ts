import type { AssetOptions } from "../../../asset/index.js";
import type { asset } from "../../../sdk/index.js";
import { sha256Of, type LocalDisk } from "../disk/index.js";
import { archiveFiles } from "../source.js";

/** A desired file. Its bytes are read when they are written. */
export interface WantedFile {
  readonly sha256: string;
  read(): Promise<Uint8Array>;
}

/** Returns the files of an archive by name; none without an archive. */
export async function wantedFiles(
  disk: LocalDisk,
  source: asset.Archive | undefined,
  assets: AssetOptions & { readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, WantedFile>> {
  const wanted = new Map<string, WantedFile>();
  for (const entry of await archiveFiles(disk, source, assets)) {
    assets.signal.throwIfAborted();
    wanted.set(entry.name, { sha256: sha256Of(await entry.read()), read: () => entry.read() });
  }
  return wanted;
}
