import { existsSync, readFileSync } from "node:fs";
import { areas } from "./areas.js";

/** Reads the test files of all areas. Returns their texts by name, without files that do not exist. */
export function readTestFiles(root: string): ReadonlyMap<string, string> {
  const names = areas.flatMap(({ tests }) => tests).filter((name) => existsSync(`${root}/tests/${name}`));
  return new Map(names.map((name) => [name, readFileSync(`${root}/tests/${name}`, "utf8")]));
}
