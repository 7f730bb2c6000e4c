/**
 * Rules for assets and archives that need no I/O: formats, entry names, the order in which archives merge, the limits,
 * and the byte layout of the tar stream whose SHA-256 is the hash of an archive.
 *
 * Never reads files or URLs, hashes, unpacks (that is `src/asset`).
 */
export { archiveFormatOf, archiveSuffixes, type ArchiveFormat } from "./archive-format.js";
export {
  archiveBudget,
  defaultArchiveLimits,
  unpackAllowance,
  type ArchiveBudget,
  type ArchiveLimits,
} from "./archive-limits.js";
export { archiveOfMap, checkAssetText } from "./archive-map.js";
export { archiveMembers, compareUtf8, type ArchiveMember } from "./archive-members.js";
export type { AssetAccess, AssetSources } from "./asset-access.js";
export { entryName, folderName, joinNames, maxEntryNameBytes } from "./entry-name.js";
export { tarEnd, tarHeader, tarPadding } from "./tar-stream.js";
