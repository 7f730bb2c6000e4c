import { createHash } from "node:crypto";
import { type Asset, assetOf } from "../model/index.js";
import { assetContent } from "./asset-content.js";
import { readingOf, type AssetOptions, type Reading } from "./asset-options.js";
import type { Content } from "./content.js";

/** The asset with the SHA-256 of its bytes as they are now; a hash that it came with is not trusted. */
export function hashAsset(asset: Asset, options: AssetOptions = {}): Promise<Asset> {
  return hashAssetWithin(asset, readingOf(options));
}

export async function hashAssetWithin(asset: Asset, reading: Reading): Promise<Asset> {
  return assetOf(asset.source, await hashContent(await assetContent(asset, reading)));
}

export async function hashContent(content: Content): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of content.chunks()) hash.update(chunk);
  return hash.digest("hex");
}
