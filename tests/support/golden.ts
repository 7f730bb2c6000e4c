import { readFile, writeFile } from "node:fs/promises";
import { expect } from "vitest";

/**
 * Compares a text with the committed one. `UPDATE_GOLDEN=1 npx vitest run tests/golden` writes it instead; the
 * difference is then read in the commit.
 */
export async function expectGolden(actual: string, golden: URL): Promise<void> {
  if (process.env["UPDATE_GOLDEN"] === "1") await writeFile(golden, actual);
  expect(actual).toBe(await readFile(golden, "utf8"));
}
