import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where tests make packages: what these depend on is found above it. */
export const packageCache = fileURLToPath(new URL("../../node_modules/.cache/coconut", import.meta.url));

/**
 * A folder that is made from files and folders, once for as long as those stay as they are: all test files need the same
 * few. It is there for everybody, to be copied and not to be changed.
 */
export function madeOnce(
  name: string,
  inputs: readonly string[],
  make: (folder: string) => void,
  cache = packageCache,
): string {
  mkdirSync(cache, { recursive: true });
  for (;;) {
    const digest = digestOf(inputs);
    const folder = join(cache, `${name}-${digest}`);
    if (!existsSync(folder)) {
      removeUnused(name, cache);
      const unfinished = mkdtempSync(join(cache, `${name}-unfinished-`));
      try {
        make(unfinished);
      } catch (error) {
        rmSync(unfinished, { recursive: true });
        throw error;
      }
      // Somebody has changed something meanwhile.
      const isOutdated = digestOf(inputs) !== digest;
      if (isOutdated || !moved(unfinished, folder)) rmSync(unfinished, { recursive: true });
      if (isOutdated) continue;
    }
    utimesSync(folder, new Date(), new Date());
    return folder;
  }
}

/** Others may make the same at the same time: the first one counts. */
function moved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (!existsSync(to)) throw error;
    return false;
  }
}

function removeUnused(name: string, cache: string): void {
  const anHourAgo = Date.now() - 3_600_000;
  for (const each of readdirSync(cache).filter((other) => other.startsWith(`${name}-`))) {
    const path = join(cache, each);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && found.mtimeMs < anHourAgo) rmSync(path, { recursive: true, force: true });
  }
}

function digestOf(inputs: readonly string[]): string {
  const hash = createHash("sha256");
  for (const input of inputs) {
    const isFolder = statSync(input).isDirectory();
    const names = isFolder ? readdirSync(input, { recursive: true, encoding: "utf8" }).toSorted() : [""];
    for (const name of names.filter((each) => !each.endsWith(".test.ts"))) {
      const path = join(input, name);
      if (statSync(path).isFile()) hash.update(`${name}\0`).update(readFileSync(path)).update("\0");
    }
  }
  return hash.digest("hex").slice(0, 16);
}
