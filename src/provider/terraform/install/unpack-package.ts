import { createWriteStream } from "node:fs";
import { chmod, mkdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { getFileNameLowLevel, openPromise, type Entry, type ZipFile } from "yauzl";
import { DiagnosticError, isDiagnosticError } from "../../../model/index.js";
import { errorText } from "../../../std/error-text.js";
import { problem } from "./diagnostics.js";

/**
 * Unpacks the archive of a provider into a folder, which must be empty. Checks the name and size of every entry before it writes
 * anything. Throws a DiagnosticError for an archive that is damaged or unsafe; a failed call may leave files in the folder.
 */
export async function unpackPackage(
  zipFile: string,
  folder: string,
  { signal, limits = usual }: UnpackOptions = {},
): Promise<void> {
  let zip: ZipFile | undefined;
  try {
    const { size } = await stat(zipFile);
    // Names are decoded here to report errors with our own diagnostics instead of the library's.
    zip = await openPromise(zipFile, { lazyEntries: true, decodeStrings: false, autoClose: false });
    const entries = await checkedEntries(zip, size, { zipFile, limits });
    for (const { entry, name } of entries) {
      signal?.throwIfAborted();
      await writeEntry(zip, entry, { zipFile, name, folder, signal });
    }
  } catch (error) {
    if (isDiagnosticError(error) || signal?.aborted === true || isOfSystem(error)) throw error;
    throw damaged(zipFile, errorText(error));
  } finally {
    zip?.close();
  }
}

export interface UnpackOptions {
  readonly signal?: AbortSignal | undefined;
  readonly limits?: UnpackLimits;
}

export interface UnpackLimits {
  readonly entries: number;
  /** Of all files together. */
  readonly bytes: number;
  /** The largest size of an unpacked archive in relation to the archive. Does not apply below `freeBytes`. */
  readonly ratio: number;
  readonly freeBytes: number;
}

/** The largest released providers have about a gigabyte; compressed programs are a fifth to a third of their size. */
const usual: UnpackLimits = { entries: 10_000, bytes: 8 * 2 ** 30, ratio: 100, freeBytes: 64 * 2 ** 20 };

interface CheckedEntry {
  readonly entry: Entry;
  readonly name: string;
}

interface Archive {
  readonly zipFile: string;
  readonly limits: UnpackLimits;
}

/** Returns the files of the archive. Folders are created as files need them. */
async function checkedEntries(zip: ZipFile, packed: number, archive: Archive): Promise<CheckedEntry[]> {
  const { zipFile, limits } = archive;
  if (zip.entryCount > limits.entries)
    throw unsafe(zipFile, `It has ${zip.entryCount} entries; the maximum is ${limits.entries}.`);
  const found: CheckedEntry[] = [];
  const seen = new PathSet();
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    const raw = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
    const shown = JSON.stringify(raw);
    const kind = kindOf(entry, raw);
    if (kind.fault !== undefined) throw unsafe(zipFile, `The entry ${shown} is ${kind.fault}.`);
    const name = kind.isFolder ? raw.replace(/\/$/, "") : raw;
    const fault = nameFault(name);
    if (fault !== undefined) throw unsafe(zipFile, `The entry ${shown} ${fault}.`);
    if (kind.isFolder ? seen.hasFileAt(name) : !seen.addFile(name))
      throw unsafe(zipFile, `The entry ${shown} has the same path as another one.`);
    if (kind.isFolder) continue;
    bytes += entry.uncompressedSize;
    if (bytes > limits.bytes || (bytes > limits.freeBytes && bytes > packed * limits.ratio))
      throw unsafe(zipFile, `Its ${packed} bytes would unpack to more than ${bytes}.`);
    found.push({ entry, name });
  }
  return found;
}

/** The upper half of the attributes is the Unix mode, or zero for archives of other systems. */
function kindOf(entry: Entry, raw: string): { readonly fault?: string; readonly isFolder: boolean } {
  const isFolder = raw.endsWith("/");
  if (entry.isEncrypted()) return { isFolder, fault: "encrypted" };
  switch ((entry.externalFileAttributes >>> 16) & 0o170000) {
    case 0o120000:
      return { isFolder, fault: "a symbolic link" };
    case 0:
    case 0o100000:
      return { isFolder };
    case 0o040000:
      return { isFolder: true };
    default:
      return { isFolder, fault: "a device, a pipe or a socket" };
  }
}

/** Also refuses names that have another meaning on Windows, so that an archive is accepted everywhere or nowhere. */
function nameFault(name: string): string | undefined {
  if (name === "") return "has no name";
  if (name.length > 1_000) return "has a name that is too long";
  // oxlint-disable-next-line no-control-regex -- these are what it refuses
  if (/[\x00-\x1F\x7F\\:*?"<>|]/.test(name)) return "has a character in its name that is not allowed";
  const parts = name.split("/");
  if (parts.includes("..") || name.startsWith("/")) return "leads out of the folder";
  if (parts.some((part) => part === "" || part === ".")) return "has an empty part in its name";
  if (parts.some((part) => /[. ]$/.test(part))) return "has a part that ends with a space or a period";
  if (parts.some((part) => reserved.test(part))) return "has a name that is reserved on Windows";
  return undefined;
}

const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Paths are equal if a file system that ignores case and composition has one file for them. */
class PathSet {
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();

  /** Returns false if there is a file or folder at the path, or a file at a folder of it. */
  addFile(name: string): boolean {
    const path = folded(name);
    if (this.#files.has(path) || this.#folders.has(path)) return false;
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const folder = path.slice(0, end);
      if (this.#files.has(folder)) return false;
      this.#folders.add(folder);
    }
    this.#files.add(path);
    return true;
  }

  /** Returns whether there is a file where a folder should be; otherwise remembers the folder. */
  hasFileAt(name: string): boolean {
    const path = folded(name);
    if (this.#files.has(path)) return true;
    this.#folders.add(path);
    return false;
  }
}

function folded(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

interface EntryTarget {
  readonly zipFile: string;
  readonly name: string;
  readonly folder: string;
  readonly signal: AbortSignal | undefined;
}

async function writeEntry(zip: ZipFile, entry: Entry, target: EntryTarget): Promise<void> {
  const { zipFile, name, folder, signal } = target;
  const path = join(folder, ...name.split("/"));
  await mkdir(dirname(path), { recursive: true });
  let sum = 0;
  const check = new Transform({
    transform(chunk: Buffer, _, done) {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
  });
  // The library ends the stream with an error if its length differs from the directory.
  const content = await zip.openReadStreamPromise(entry);
  const isProgram = isExecutable(entry) || basename(name).startsWith("terraform-provider-");
  const file = createWriteStream(path, { flags: "wx", mode: isProgram ? 0o755 : 0o644, flush: true });
  await pipeline(content, check, file, ...(signal === undefined ? [] : [{ signal }]));
  if (sum !== entry.crc32)
    throw damaged(zipFile, `the content of ${JSON.stringify(name)} does not match its checksum`);
  // Archives that were made on Windows have no modes, and a umask may remove the bits.
  if (isProgram) await chmod(path, 0o755);
}

function isExecutable(entry: Entry): boolean {
  return ((entry.externalFileAttributes >>> 16) & 0o111) !== 0;
}

/** A full disk, a missing permission: the archive is not at fault. */
function isOfSystem(error: unknown): boolean {
  return typeof (error as NodeJS.ErrnoException | undefined)?.syscall === "string";
}

function damaged(zipFile: string, reason: string): DiagnosticError {
  return new DiagnosticError(
    problem("provider/terraform-archive", {
      detail: `The archive ${zipFile} is damaged: ${reason}.`,
      hint: "Download the archive again. If it stays damaged, report it to the place that it comes from.",
    }),
  );
}

function unsafe(zipFile: string, reason: string): DiagnosticError {
  return new DiagnosticError(
    problem("provider/terraform-archive", {
      detail: `The archive ${zipFile} is refused. ${reason}`,
      hint: "An archive of a provider contains its program and plain files. Report this archive to the place that it comes from.",
    }),
  );
}
