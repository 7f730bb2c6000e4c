import * as v from "valibot";
import {
  archiveEntries,
  hashArchive,
  isArchive,
  isAsset,
  readAsset,
  type Archive,
  type ArchiveEntry,
  type Asset,
  type AssetOptions,
} from "../../asset/index.js";
import type { asset } from "../../sdk/index.js";
import { sha256Of, type LocalDisk } from "./disk/index.js";

/** The schema of an asset. Hooks get the underlying value; see the functions below. */
export const assetField = v.optional(
  v.custom<asset.Asset>(isAsset, 'It must be an asset, such as new asset.FileAsset("logo.png").'),
);

export const archiveField = v.optional(
  v.custom<asset.Archive>(isArchive, 'It must be an archive, such as new asset.FileArchive("site").'),
);

export async function assetBytes(
  disk: LocalDisk,
  source: asset.Asset,
  assets: AssetOptions,
): Promise<Uint8Array> {
  const value = source as unknown as Asset;
  const bytes = await readAsset(value, { baseDirectory: disk.projectFolder, ...assets });
  if (value.hash !== undefined && sha256Of(bytes) !== value.hash) throw changed();
  return bytes;
}

/** Returns the files of an archive, which are read on demand; none if there is no archive. */
export async function archiveFiles(
  disk: LocalDisk,
  source: asset.Archive | undefined,
  assets: AssetOptions,
): Promise<readonly ArchiveEntry[]> {
  if (source === undefined) return [];
  const value = source as unknown as Archive;
  const options = { baseDirectory: disk.projectFolder, ...assets };
  if (value.hash !== undefined && (await hashArchive(value, options)).hash !== value.hash) throw changed();
  return archiveEntries(value, options);
}

function changed(): Error {
  return new Error("The source has changed since the plan was made. Nothing was written. Plan again.");
}
