/**
 * Reads, unpacks and hashes assets and archives, from literals, files, folders and URLs. What comes in is not
 * trusted: names, links, sizes, ratios and addresses are checked before anything is handed on.
 *
 * Effects. Imports: model. Never writes a file, prints, or keeps anything between two calls. What reads archives and
 * the network is imported on its first use, so that importing this folder is cheap.
 */
export { archiveEntries } from "./archive-entries.js";
export type { ArchiveEntry } from "./content.js";
export type { AssetOptions } from "./asset-options.js";
export { hashArchive, hashAsset } from "./hash-asset.js";
export { localPaths } from "./local-paths.js";
export { readAsset } from "./asset-content.js";
export { isArchive, isAsset, type Archive, type Asset } from "../model/index.js";
