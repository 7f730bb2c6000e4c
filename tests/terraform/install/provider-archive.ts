import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

/** A file of an archive: its content, or the path of a file to pack. */
export type PackedFile = Uint8Array | string | { readonly path: string };

/** Returns a zip archive. The first file is executable. Equal files make equal archives. */
export async function zipOf(files: Readonly<Record<string, PackedFile>>): Promise<Buffer> {
  const zip = new ZipFile();
  const mtime = new Date(2020, 0, 1);
  for (const [index, [name, file]] of Object.entries(files).entries())
    zip.addBuffer(await contentOf(file), name, { mode: index === 0 ? 0o755 : 0o644, mtime });
  zip.end();
  return buffer(zip.outputStream);
}

async function contentOf(file: PackedFile): Promise<Buffer> {
  if (typeof file === "string" || file instanceof Uint8Array) return Buffer.from(file);
  return readFile(file.path);
}
