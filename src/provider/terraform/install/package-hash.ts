import { createHash } from "node:crypto";
import { createReadStream, type BigIntStats } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

/**
 * Returns the hash of an unpacked package as Terraform writes it into lock files: `h1:` and the SHA-256 of the names and SHA-256
 * sums of its files.
 */
export async function packageHash(folder: string): Promise<string> {
  return hashOf(folder, await packageFiles(folder));
}

/** A file of a package. */
export interface PackageFile {
  /** Relative to the package, with slashes. */
  readonly name: string;
  readonly status: BigIntStats;
}

/** Returns the files of a package in the order of the bytes of their names. Links to files count as files. */
export async function packageFiles(folder: string, inside = ""): Promise<PackageFile[]> {
  const files: PackageFile[] = [];
  for (const entry of await readdir(join(folder, inside), { withFileTypes: true })) {
    const name = inside === "" ? entry.name : `${inside}/${entry.name}`;
    // A link to a folder could lead around in a circle.
    if (entry.isDirectory()) files.push(...(await packageFiles(folder, name)));
    else files.push({ name, status: await stat(join(folder, name), { bigint: true }) });
  }
  return inside === ""
    ? files.sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)))
    : files;
}

/** Returns the hash of a package with these files. */
export async function hashOf(folder: string, files: readonly PackageFile[]): Promise<string> {
  const whole = createHash("sha256");
  for (const { name, status } of files) {
    if (!status.isFile()) throw new Error(`${name} is not a file`);
    whole.update(`${await fileSum(join(folder, name))}  ${name}\n`);
  }
  return `h1:${whole.digest("base64")}`;
}

/** Returns the SHA-256 of a file in hex. */
export async function fileSum(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
