/**
 * Reads, unpacks and hashes assets and archives from literals, files, folders and URLs. The content is not trusted:
 * names, links, sizes, ratios and addresses are checked before anything is returned.
 *
 * Effects. Imports: model. Never writes a file, prints, or keeps anything between two calls. Code for archives and the
 * network is imported on first use, which keeps importing this folder cheap.
 */
export { archiveEntries } from "./archive-entries.js";
export type { ArchiveEntry } from "./content.js";
export type { AssetOptions } from "./asset-options.js";
export { hashArchive, hashAsset } from "./hash-asset.js";
export { localPaths } from "./local-paths.js";
export { readAsset } from "./asset-content.js";
export { isArchive, isAsset, type Archive, type Asset } from "../model/index.js";
