import { basename, dirname, join } from "node:path";
import { sha256Of } from "./observe.js";

/** Returns the temporary path of an object, in the same folder, so that it can be moved atomically. */
export function stagingPath(path: string, key: string): string {
  return join(dirname(path), `.coconut-${sha256Of(`${basename(path)}\0${key}`).slice(0, 16)}.tmp`);
}

/** True if a name is that of a temporary file, which a killed process left behind. */
export function isStagingName(name: string): boolean {
  return /^\.coconut-[0-9a-f]{16}\.tmp$/.test(name);
}
