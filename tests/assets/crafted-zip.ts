import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

export interface ZippedEntry {
  readonly name: string;
  readonly content?: string | Uint8Array;
  /** The Unix mode with its type bits, such as 0o120777 for a link. */
  readonly mode?: number;
}

/** A zip archive. The writer refuses names that leave the folder; `disguise` puts them in afterwards. */
export async function craftedZip(
  entries: readonly ZippedEntry[],
  disguise: { readonly from: string; readonly to: string } = { from: "", to: "" },
): Promise<Buffer> {
  const zip = new ZipFile();
  const mtime = new Date("2000-01-01T00:00:00Z");
  for (const { name, content = "", mode = 0o100644 } of entries) {
    if (name.endsWith("/")) zip.addEmptyDirectory(name, { mtime });
    else zip.addBuffer(Buffer.from(content), name, { mtime, mode });
  }
  zip.end();
  const bytes = await buffer(zip.outputStream);
  return disguise.from === "" ? bytes : replaced(bytes, disguise.from, disguise.to);
}

function replaced(bytes: Buffer, from: string, to: string): Buffer {
  if (Buffer.byteLength(from) !== Buffer.byteLength(to)) throw new Error("Both names must have one length.");
  const copy = Buffer.from(bytes);
  for (let at = copy.indexOf(from); at >= 0; at = copy.indexOf(from, at + 1)) copy.write(to, at);
  return copy;
}
