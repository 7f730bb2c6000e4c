import { DiagnosticError } from "../diagnostic.js";
import { problem } from "./diagnostics.js";

export interface ArchiveLimits {
  /** Of one download, of one file that is read into memory, and of all that one archive unpacks to. */
  readonly bytes: number;
  /** Of one archive: its files, and the archives nested in it. */
  readonly entries: number;
  /** How many times larger than the packed file its content may be... */
  readonly ratio: number;
  /** ...once the content is larger than this. */
  readonly ratioFreeBytes: number;
}

export const defaultArchiveLimits: ArchiveLimits = {
  bytes: 512 * 2 ** 20,
  entries: 100_000,
  ratio: 100,
  ratioFreeBytes: 32 * 2 ** 20,
};

/** How many bytes a packed file may unpack to before it counts as a bomb. */
export function unpackAllowance(limits: ArchiveLimits, packedBytes: number): number {
  return Math.min(limits.bytes, Math.max(limits.ratioFreeBytes, limits.ratio * packedBytes));
}

/** Counts what one archive, with all that is nested in it, has used up. Each function throws beyond the limit. */
export interface ArchiveBudget {
  addEntry(where: string): void;
  addBytes(count: number, where: string): void;
  /** Like addBytes, for the content of one packed file: `total` is what it has unpacked to so far. */
  checkRatio(total: number, packedBytes: number, where: string): void;
}

export function archiveBudget(limits: ArchiveLimits): ArchiveBudget {
  let entries = 0;
  let bytes = 0;
  return {
    addEntry(where) {
      if (++entries > limits.entries) throw exceeded(where, `holds more than ${limits.entries} entries`);
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
          : `unpacks to more than ${limits.ratio} times its ${packedBytes} bytes, as archives made to exhaust a machine do`,
      );
    },
  };
}

function exceeded(where: string, what: string): DiagnosticError {
  return new DiagnosticError(
    problem("model/archive-too-large", {
      detail: `${where.charAt(0).toUpperCase()}${where.slice(1)} ${what}.`,
      hint: "Archive less, or split it into several archives.",
    }),
  );
}
