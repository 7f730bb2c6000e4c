import { Parser, type ReadEntry } from "tar";
import { type ArchiveBudget, entryName, folderName } from "../../model/index.js";
import { archiveEntryOfBytes, type ArchiveEntry } from "../content.js";
import { damagedArchive, unsafeArchive } from "./damaged-archive.js";

/**
 * Returns the files of a tar archive in memory. The parser gets it as one chunk: it decodes extended headers chunk by
 * chunk, which would break a name if two chunks met inside a character.
 */
export function unpackTar(bytes: Uint8Array, where: string, budget: ArchiveBudget): ArchiveEntry[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isEmptyTar(buffer)) return [];
  checkBeginning(buffer, where);
  const entries: ArchiveEntry[] = [];
  let ended = false;
  // All of this happens before `end` returns, so `end` throws the errors of listeners.
  const parser = new Parser({
    strict: true,
    zstd: false,
    brotli: false,
    onReadEntry: (entry) => {
      ended = false;
      takeEntry(entry, where, budget, entries);
    },
  });
  parser.on("error", (error: Error) => {
    throw damagedArchive(where, error.message);
  });
  parser.on("ignoredEntry", (entry) => {
    throw unsafeArchive(where, entry.path, kindOf(entry.type));
  });
  parser.on("meta", (text) => checkExtension(text, where));
  parser.on("nullBlock", () => (ended = true));
  parser.end(buffer);
  if (!ended) throw damagedArchive(where, "it ends before its end mark");
  return entries;
}

/** True if the archive contains only the end mark. That is valid, but the parser refuses it. */
function isEmptyTar(bytes: Buffer): boolean {
  return bytes.length >= 1024 && bytes.length % 512 === 0 && bytes.every((byte) => byte === 0);
}

function checkBeginning(bytes: Buffer, where: string): void {
  if (bytes.length < 512) throw damagedArchive(where, "it is shorter than a tar header");
  // The parser would decompress it, but the limits apply to the format that the name states.
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    throw damagedArchive(where, "it should be a tar archive, but is compressed with gzip");
  }
}

/** Refuses extended headers that the parser would ignore: sparse files, and names that continue after a NUL. */
function checkExtension(text: string, where: string): void {
  if (text.includes(" GNU.sparse.")) {
    const name = / GNU\.sparse\.name=(.*)/.exec(text)?.[1] ?? "(without a name)";
    throw unsafeArchive(where, name, "a sparse file");
  }
  const path = /^\d+ path=(.*)$/m.exec(text)?.[1];
  if (path?.includes("\0") === true) entryName(path, where);
}

function takeEntry(entry: ReadEntry, where: string, budget: ArchiveBudget, entries: ArchiveEntry[]): void {
  budget.addEntry(where);
  switch (entry.type) {
    case "Directory":
    case "GNUDumpDir":
      folderName(entry.path, where);
      entry.resume();
      return;
    case "File":
    case "OldFile":
    case "ContiguousFile": {
      budget.addBytes(entry.size, where);
      const name = entryName(entry.path, where);
      const chunks: Buffer[] = [];
      entry.on("data", (chunk) => chunks.push(chunk));
      entry.on("end", () => entries.push(archiveEntryOfBytes(name, joined(chunks))));
      return;
    }
    default:
      throw unsafeArchive(where, entry.path, kindOf(entry.type));
  }
}

function joined(chunks: readonly Buffer[]): Uint8Array {
  const whole = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  return new Uint8Array(whole.buffer, whole.byteOffset, whole.byteLength);
}

function kindOf(type: string): string {
  switch (type) {
    case "Link":
      return "a hard link";
    case "SymbolicLink":
      return "a symbolic link";
    case "CharacterDevice":
    case "BlockDevice":
      return "a device";
    case "FIFO":
      return "a pipe";
    default:
      return `of the kind ${type}`;
  }
}
