/** Bytes that can be read as a whole or in chunks, any number of times. */
export interface Content {
  readonly size: number;
  /** True if the bytes are already in memory, false if they are read on demand. */
  readonly held: boolean;
  read(): Promise<Uint8Array>;
  chunks(): AsyncIterable<Uint8Array>;
}

export function contentOfBytes(bytes: Uint8Array): Content {
  return {
    size: bytes.length,
    held: true,
    read: () => Promise.resolve(bytes),
    async *chunks() {
      yield bytes;
    },
  };
}

export async function collect(chunks: AsyncIterable<Uint8Array>, size: number): Promise<Uint8Array> {
  const whole = new Uint8Array(size);
  let offset = 0;
  for await (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

/** A file of an archive. */
export interface ArchiveEntry extends Content {
  /** A relative path with slashes that is safe to join to a folder. */
  readonly name: string;
}

export function archiveEntry(name: string, content: Content): ArchiveEntry {
  return {
    name,
    size: content.size,
    held: content.held,
    read: () => content.read(),
    chunks: () => content.chunks(),
  };
}

export function archiveEntryOfBytes(name: string, bytes: Uint8Array): ArchiveEntry {
  return archiveEntry(name, contentOfBytes(bytes));
}
