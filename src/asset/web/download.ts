import type { ReadContext } from "../asset-options.js";

/**
 * Returns the content of a URL. Each URL is requested once per operation. The network code is imported on first use.
 */
export function download(url: URL, reading: ReadContext): Promise<Uint8Array> {
  const known = reading.downloads.get(url.href);
  if (known !== undefined) return known;
  const bytes = import("./download-once.js").then(({ downloadOnce }) => downloadOnce(url, reading));
  reading.downloads.set(url.href, bytes);
  return bytes;
}
