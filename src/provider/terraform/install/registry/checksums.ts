/** The lines of a `SHA256SUMS` file. */
export interface Checksums {
  /** By file name, in lower-case hex. */
  readonly byFile: ReadonlyMap<string, string>;
  /** `zh:…` of every line, in the order of the file. */
  readonly hashes: readonly string[];
}

/** Reads a `SHA256SUMS` file: a hash in hex and a file name per line. Returns undefined for anything else. */
export function parseChecksums(text: string): Checksums | undefined {
  const byFile = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === "") continue;
    const [, hash, file] = /^([0-9a-fA-F]{64})[ \t]+\*?(\S+)\s*$/.exec(line) ?? [];
    if (hash === undefined || file === undefined || byFile.has(file)) return undefined;
    byFile.set(file, hash.toLowerCase());
  }
  return { byFile, hashes: [...new Set(byFile.values())].map((hash) => `zh:${hash}`) };
}
