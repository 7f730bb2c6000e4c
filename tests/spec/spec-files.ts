import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The tests of the specification's documents, `4.test.ts` and the like, name to text. */
export function readSpecFiles(root: string): Map<string, string> {
  const folder = join(root, "tests/spec");
  const names = readdirSync(folder).filter((name) => /^\d+\..*test\.ts$/.test(name));
  return new Map(names.toSorted().map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}
