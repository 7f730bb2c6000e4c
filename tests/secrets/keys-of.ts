import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DataKey, WrappedKey } from "../../src/store/seal/index.js";
import { unwrapKey } from "../../src/store/seal/wrapped-key.js";
import { openDatabase } from "../../src/store/sqlite/driver.js";

/** The keys in the files of a folder: what opens stacks. */
export function keysIn(folder: string): readonly Buffer[] {
  return readdirSync(folder).map((file) => keyIn(join(folder, file)));
}

export function keyIn(file: string): Buffer {
  const [, key = ""] = readFileSync(file, "utf8").trim().split(" ");
  return Buffer.from(key, "base64");
}

/** The data keys of a stack, which lie in its store wrapped by one of these. */
export function dataKeysOf(database: string, wrappings: readonly Buffer[]): readonly DataKey[] {
  const opened = openDatabase(database);
  const [row] = opened.all("select lineage, wrapped_key from stack");
  opened.close();
  const wrapped = JSON.parse(String(row!["wrapped_key"])) as readonly WrappedKey[];
  return wrapped.flatMap((each) =>
    wrappings.flatMap((by) => {
      try {
        return [unwrapKey(String(row!["lineage"]), each, by)];
      } catch {
        return [];
      }
    }),
  );
}
