import { createHash } from "node:crypto";
import {
  archiveOf,
  assetOf,
  isAsset,
  tarEnd,
  tarHeader,
  tarPadding,
  type Archive,
  type Asset,
} from "../model/index.js";
import { entriesInHashOrder } from "./archive-entries.js";
import { assetContent } from "./asset-content.js";
import { readContext, type AssetOptions, type ReadContext } from "./asset-options.js";
import type { Content } from "./content.js";
import { openArchive } from "./open-archive.js";

/** Returns the asset with the SHA-256 hash of its current bytes. An existing hash is not trusted. */
export function hashAsset(asset: Asset, options: AssetOptions = {}): Promise<Asset> {
  return hashAssetWithin(asset, readContext(options));
}

async function hashAssetWithin(asset: Asset, reading: ReadContext): Promise<Asset> {
  return assetOf(asset.source, await hashContent(await assetContent(asset, reading)));
}

async function hashContent(content: Content): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of content.chunks()) hash.update(chunk);
  return hash.digest("hex");
}

/**
 * Returns the archive with its SHA-256 hash, and with the hash of every member of a literal archive. The hash of an
 * archive file is that of its bytes, otherwise that of the tar stream of its entries. A `.zip` and a `.tar` of the same
 * files therefore have different hashes, while a folder and a literal archive with the same structure have the same.
 */
export async function hashArchive(archive: Archive, options: AssetOptions = {}): Promise<Archive> {
  // The archive's own hash comes first: it refuses infinite nesting before members are hashed one by one.
  const reading = readContext(options);
  const hash = await hashOf(archive, reading);
  const known = new Map<Asset | Archive, Promise<Asset | Archive>>();
  return withMembers(archive, hash, reading, known);
}

type HashedMembers = Map<Asset | Archive, Promise<Asset | Archive>>;

async function withMembers(
  archive: Archive,
  hash: string,
  reading: ReadContext,
  known: HashedMembers,
): Promise<Archive> {
  if (!("assets" in archive.source)) return archiveOf(archive.source, hash);
  const members: [string, Asset | Archive][] = [];
  for (const [name, member] of Object.entries(archive.source.assets)) {
    let hashed = known.get(member);
    if (hashed === undefined) {
      hashed = hashMember(member, reading, known);
      known.set(member, hashed);
    }
    members.push([name, await hashed]);
  }
  return archiveOf({ assets: Object.freeze(Object.fromEntries(members)) }, hash);
}

async function hashMember(
  member: Asset | Archive,
  reading: ReadContext,
  known: HashedMembers,
): Promise<Asset | Archive> {
  if (isAsset(member)) return hashAssetWithin(member, reading);
  return withMembers(member, await hashOf(member, reading), reading, known);
}

async function hashOf(archive: Archive, reading: ReadContext): Promise<string> {
  if (!("assets" in archive.source)) {
    const opened = await openArchive(archive.source, reading);
    if (opened.kind === "packed") return hashContent(opened.content);
  }
  const hash = createHash("sha256");
  for await (const entry of entriesInHashOrder(archive, reading)) {
    hash.update(tarHeader(entry.name, entry.size));
    for await (const chunk of entry.chunks()) hash.update(chunk);
    hash.update(tarPadding(entry.size));
  }
  return hash.update(tarEnd).digest("hex");
}
