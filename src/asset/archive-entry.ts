import { contentOfBytes, type Content } from "./content.js";

/** A file of an archive. */
export interface ArchiveEntry extends Content {
  /** Relative, with slashes; safe to join to a folder. */
  readonly name: string;
}

export function entryOf(name: string, content: Content): ArchiveEntry {
  return {
    name,
    size: content.size,
    held: content.held,
    read: () => content.read(),
    chunks: () => content.chunks(),
  };
}

export function entryOfBytes(name: string, bytes: Uint8Array): ArchiveEntry {
  return entryOf(name, contentOfBytes(bytes));
}
