import type { ReadContext } from "../asset-options.js";

/** The bytes behind a URL. Each URL is asked for once per operation; the network is imported on its first use. */
export function download(url: URL, reading: ReadContext): Promise<Uint8Array> {
  const known = reading.downloads.get(url.href);
  if (known !== undefined) return known;
  const bytes = import("./download-once.js").then(({ downloadOnce }) => downloadOnce(url, reading));
  reading.downloads.set(url.href, bytes);
  return bytes;
}
