import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";

/** Returns the `h1:` hash of an unpacked package: of the names and hashes of its files, in the order of the names' bytes. */
export async function unpackedHash(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => !entry.isDirectory())
    .map(({ name, parentPath }) => join(parentPath, name));
  const named = files.map((file) => ({ file, name: relative(folder, file).replaceAll(sep, "/") }));
  named.sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
  const whole = createHash("sha256");
  for (const { file, name } of named) {
    const content = createHash("sha256");
    await pipeline(createReadStream(file), content);
    whole.update(`${content.digest("hex")}  ${name}\n`);
  }
  return `h1:${whole.digest("base64")}`;
}
