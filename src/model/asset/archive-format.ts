export type ArchiveFormat = "tar" | "tar.gz" | "zip";

const formats: readonly (readonly [suffix: string, format: ArchiveFormat])[] = [
  [".tar.gz", "tar.gz"],
  [".tgz", "tar.gz"],
  [".tar", "tar"],
  [".zip", "zip"],
  // A Java archive is a zip by another name.
  [".jar", "zip"],
];

/** The format that a file's name, or the path of a URL, promises. Case does not matter. */
export function archiveFormatOf(name: string): ArchiveFormat | undefined {
  const lower = name.toLowerCase();
  return formats.find(([suffix]) => lower.endsWith(suffix))?.[1];
}

/** For messages: every suffix that is understood. */
export const archiveSuffixes: readonly string[] = formats.map(([suffix]) => suffix);
