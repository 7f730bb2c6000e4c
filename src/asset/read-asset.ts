import type { Asset } from "../model/index.js";
import { assetContent } from "./asset-content.js";
import { readingOf, type AssetOptions } from "./asset-options.js";

/** The bytes of an asset, in memory. */
export async function readAsset(asset: Asset, options: AssetOptions = {}): Promise<Uint8Array> {
  const content = await assetContent(asset, readingOf(options));
  return content.read();
}
