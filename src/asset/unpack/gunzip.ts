import { promisify } from "node:util";
import { gunzip as zlibGunzip } from "node:zlib";
import { type ArchiveBudget, type ArchiveLimits, unpackAllowance } from "../../model/index.js";
import { damagedArchive } from "./damaged-archive.js";

/** Decompresses in memory. Stops as soon as the result exceeds the limit for the packed size. */
export async function gunzip(
  bytes: Uint8Array,
  limits: ArchiveLimits,
  where: string,
  budget: ArchiveBudget,
): Promise<Uint8Array> {
  const maxOutputLength = Math.max(1, unpackAllowance(limits, bytes.length));
  try {
    return await promisify(zlibGunzip)(bytes, { maxOutputLength });
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === "ERR_BUFFER_TOO_LARGE") budget.checkRatio(maxOutputLength + 1, bytes.length, where);
    throw damagedArchive(where, message);
  }
}
