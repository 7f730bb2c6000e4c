import {
  type ArchiveBudget,
  type ArchiveFormat,
  type ArchiveLimits,
  DiagnosticError,
} from "../../model/index.js";
import type { ArchiveEntry } from "../content.js";
import { problem } from "../diagnostics.js";

/** An archive file in memory. */
export interface PackedArchive {
  readonly format: ArchiveFormat;
  readonly bytes: Uint8Array;
  /** The location of the archive, for messages. */
  readonly where: string;
}

/** Returns the regular files of an archive file, in their order in the archive. */
export async function unpackArchive(
  packed: PackedArchive,
  limits: ArchiveLimits,
  budget: ArchiveBudget,
): Promise<ArchiveEntry[]> {
  const entries = await unpackFormat(packed, limits, budget);
  const seen = new Set<string>();
  for (const { name } of entries) {
    if (seen.has(name)) throw duplicate(name, packed.where);
    seen.add(name);
  }
  return entries;
}

/** The readers are imported on first use: most programs have no archive files. */
async function unpackFormat(
  { format, bytes, where }: PackedArchive,
  limits: ArchiveLimits,
  budget: ArchiveBudget,
): Promise<ArchiveEntry[]> {
  if (format === "zip") {
    const { unpackZip } = await import("./unpack-zip.js");
    return unpackZip(bytes, where, budget);
  }
  const { unpackTar } = await import("./unpack-tar.js");
  if (format === "tar") return unpackTar(bytes, where, budget);
  const { gunzip } = await import("./gunzip.js");
  return unpackTar(await gunzip(bytes, limits, where, budget), where, budget);
}

function duplicate(name: string, where: string): DiagnosticError {
  return new DiagnosticError(
    problem("asset/duplicate-entry", {
      detail: `The name ${JSON.stringify(name)} occurs twice in ${where}. Programs disagree on which entry they use.`,
      hint: "Create the archive again with each file once.",
    }),
  );
}
