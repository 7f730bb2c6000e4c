export type ArchiveFormat = "tar" | "tar.gz" | "zip";

const formats: readonly (readonly [suffix: string, format: ArchiveFormat])[] = [
  [".tar.gz", "tar.gz"],
  [".tgz", "tar.gz"],
  [".tar", "tar"],
  [".zip", "zip"],
  // A Java archive is a zip file.
  [".jar", "zip"],
];

/** Returns the format by the suffix of a file name or of the path of a URL, ignoring case. */
export function archiveFormatOf(name: string): ArchiveFormat | undefined {
  const lower = name.toLowerCase();
  return formats.find(([suffix]) => lower.endsWith(suffix))?.[1];
}

/** All supported suffixes, for messages. */
export const archiveSuffixes: readonly string[] = formats.map(([suffix]) => suffix);
