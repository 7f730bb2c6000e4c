import { DiagnosticError } from "../diagnostic.js";
import { problem } from "./diagnostics.js";

export interface ArchiveLimits {
  /** Maximum size of one download, of one file that is read into memory, and of the unpacked content of one archive. */
  readonly bytes: number;
  /** Maximum number of entries in one archive: its files, and the archives nested in it. */
  readonly entries: number;
  /** Maximum compression ratio (unpacked size divided by packed size)... */
  readonly ratio: number;
  /** ...which applies once the content is larger than this. */
  readonly ratioFreeBytes: number;
}

export const defaultArchiveLimits: ArchiveLimits = {
  bytes: 512 * 2 ** 20,
  entries: 100_000,
  ratio: 100,
  ratioFreeBytes: 32 * 2 ** 20,
};

/** Returns the number of bytes that a packed file may unpack to before it is treated as a decompression bomb. */
export function unpackAllowance(limits: ArchiveLimits, packedBytes: number): number {
  return Math.min(limits.bytes, Math.max(limits.ratioFreeBytes, limits.ratio * packedBytes));
}

/**
 * Tracks the resources that one archive uses, including nested archives. Each function throws if a limit is exceeded.
 */
export interface ArchiveBudget {
  addEntry(where: string): void;
  addBytes(count: number, where: string): void;
  /** Like `addBytes`, for the content of one packed file. `total` is its unpacked size so far. */
  checkRatio(total: number, packedBytes: number, where: string): void;
}

export function archiveBudget(limits: ArchiveLimits): ArchiveBudget {
  let entries = 0;
  let bytes = 0;
  return {
    addEntry(where) {
      if (++entries > limits.entries) throw exceeded(where, `contains more than ${limits.entries} entries`);
    },
    addBytes(count, where) {
      bytes += count;
      if (bytes > limits.bytes) throw exceeded(where, `unpacks to more than ${limits.bytes} bytes`);
    },
    checkRatio(total, packedBytes, where) {
      if (total <= unpackAllowance(limits, packedBytes)) return;
      throw exceeded(
        where,
        total > limits.bytes
          ? `unpacks to more than ${limits.bytes} bytes`
          : `unpacks to more than ${limits.ratio} times its size of ${packedBytes} bytes, like a decompression bomb`,
      );
    },
  };
}

function exceeded(where: string, what: string): DiagnosticError {
  return new DiagnosticError(
    problem("model/archive-too-large", {
      detail: `${where.charAt(0).toUpperCase()}${where.slice(1)} ${what}.`,
      hint: "Put fewer files in the archive, or split it into several archives.",
    }),
  );
}
