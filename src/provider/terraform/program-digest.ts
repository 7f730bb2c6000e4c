import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";

/**
 * Returns a text that identifies the content of a program. One that cannot be read counts as different from all others; starting
 * it reports the problem.
 */
export async function programDigest(file: string): Promise<string> {
  const hash = createHash("sha256");
  try {
    await pipeline(createReadStream(file), hash);
  } catch {
    return "none";
  }
  return `content ${hash.digest("hex")}`;
}
