import { crc32 } from "node:zlib";
import { fromBufferPromise, getFileNameLowLevel, type Entry, type ZipFile } from "yauzl";
import { type ArchiveBudget, entryName, folderName, isDiagnosticError } from "../../model/index.js";
import { archiveEntryOfBytes, collect, type ArchiveEntry } from "../content.js";
import { damagedArchive, unsafeArchive } from "./damaged-archive.js";

/** Returns the files of a zip archive in memory, in the order of its directory. */
export async function unpackZip(
  bytes: Uint8Array,
  where: string,
  budget: ArchiveBudget,
): Promise<ArchiveEntry[]> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: ArchiveEntry[] = [];
  let total = 0;
  try {
    // Names are decoded here to report errors with our own diagnostics instead of the library's.
    const zip = await fromBufferPromise(buffer, { lazyEntries: true, decodeStrings: false });
    for await (const entry of zip.eachEntry()) {
      budget.addEntry(where);
      const raw = getFileNameLowLevel(
        entry.generalPurposeBitFlag,
        entry.fileNameRaw,
        entry.extraFields,
        true,
      );
      if (!isRegular(entry, raw, where)) {
        folderName(raw, where);
        continue;
      }
      const name = entryName(raw, where);
      total += entry.uncompressedSize;
      budget.checkRatio(total, bytes.length, where);
      budget.addBytes(entry.uncompressedSize, where);
      entries.push(archiveEntryOfBytes(name, await contentOf(zip, entry, name, where)));
    }
    return entries;
  } catch (error) {
    if (isDiagnosticError(error)) throw error;
    throw damagedArchive(where, error instanceof Error ? error.message : String(error));
  }
}

/** False for folders. The upper half of the attributes is the Unix mode, or zero for other systems. */
function isRegular(entry: Entry, raw: string, where: string): boolean {
  if (entry.isEncrypted()) throw unsafeArchive(where, raw, "encrypted");
  switch ((entry.externalFileAttributes >>> 16) & 0o170000) {
    case 0o120000:
      throw unsafeArchive(where, raw, "a symbolic link");
    case 0:
    case 0o100000:
      return !raw.endsWith("/");
    case 0o040000:
      return false;
    default:
      throw unsafeArchive(where, raw, "a device, a pipe or a socket");
  }
}

async function contentOf(zip: ZipFile, entry: Entry, name: string, where: string): Promise<Uint8Array> {
  const stream: AsyncIterable<Uint8Array> = await zip.openReadStreamPromise(entry);
  // The library ends the stream with an error if its length differs from the directory.
  const content = await collect(stream, entry.uncompressedSize);
  if (crc32(content) !== entry.crc32) {
    throw damagedArchive(where, `the content of ${JSON.stringify(name)} does not match its checksum`);
  }
  return content;
}
