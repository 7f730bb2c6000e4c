import {
  type Archive,
  type ArchiveBudget,
  archiveBudget,
  archiveMembers,
  compareUtf8,
  joinNames,
} from "../model/index.js";
import { archiveEntry, type ArchiveEntry } from "./content.js";
import { assetContent } from "./asset-content.js";
import { readContext, type AssetOptions, type ReadContext } from "./asset-options.js";
import { fileContent } from "./file-content.js";
import { openArchive } from "./open-archive.js";
import { unpackArchive } from "./unpack/index.js";
import { walkDirectory } from "./walk-directory.js";

/**
 * Returns the files of an archive, sorted by the UTF-8 bytes of their names. Every source of the same content therefore
 * gives the same entries. Files of folders are read on demand; unpacked or downloaded files are in memory.
 */
export async function archiveEntries(
  archive: Archive,
  options: AssetOptions = {},
): Promise<readonly ArchiveEntry[]> {
  const entries: ArchiveEntry[] = [];
  for await (const entry of entriesInHashOrder(archive, readContext(options))) entries.push(entry);
  return entries.sort((left, right) => compareUtf8(left.name, right.name));
}

/**
 * Yields the files in the order in which they are hashed. If several have the same name, only the first is included.
 */
export async function* entriesInHashOrder(
  archive: Archive,
  reading: ReadContext,
): AsyncGenerator<ArchiveEntry> {
  const budget = archiveBudget(reading.limits);
  const seen = new Set<string>();
  for (const member of archiveMembers(archive, budget)) {
    if (member.kind === "archive") {
      for await (const entry of sourceEntries(member.archive, reading, budget)) {
        const name = joinNames(member.folder, entry.name);
        if (!seen.has(name)) yield archiveEntry(name, entry);
        seen.add(name);
      }
    } else if (!seen.has(member.name)) {
      const content = await assetContent(member.asset, reading);
      if (content.held) budget.addBytes(content.size, "an archive");
      yield archiveEntry(member.name, content);
      seen.add(member.name);
    }
  }
}

/** Yields the entries of an archive that is a file, a folder or a URL. */
async function* sourceEntries(
  { source }: Archive,
  reading: ReadContext,
  budget: ArchiveBudget,
): AsyncGenerator<ArchiveEntry> {
  if ("assets" in source) throw new Error("Bug: a literal archive was not unfolded.");
  const opened = await openArchive(source, reading);
  if (opened.kind === "packed") {
    const bytes = await opened.content.read();
    yield* await unpackArchive({ ...opened, bytes }, reading.limits, budget);
    return;
  }
  for await (const { name, path } of walkDirectory(opened.path, reading.signal)) {
    budget.addEntry(`the folder ${opened.path}`);
    yield archiveEntry(name, await fileContent(path, reading));
  }
}
