import { type Asset, checkAssetText } from "../model/index.js";
import { readContext, type AssetOptions, type ReadContext } from "./asset-options.js";
import { contentOfBytes, type Content } from "./content.js";
import { fileContent } from "./file-content.js";
import { locate } from "./locate.js";
import { download } from "./web/index.js";

/** Returns the bytes of an asset: text as UTF-8, files and downloads unchanged. */
export async function assetContent(asset: Asset, reading: ReadContext): Promise<Content> {
  const { source } = asset;
  if ("text" in source) {
    checkAssetText(source.text, "an asset");
    return contentOfBytes(new TextEncoder().encode(source.text));
  }
  const location = locate(source, reading.baseDirectory);
  if (location.kind === "file") return fileContent(location.path, reading);
  return contentOfBytes(await download(location.url, reading));
}

/** Returns the bytes of an asset in memory. */
export async function readAsset(asset: Asset, options: AssetOptions = {}): Promise<Uint8Array> {
  const content = await assetContent(asset, readContext(options));
  return content.read();
}
