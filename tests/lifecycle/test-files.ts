import { existsSync, readFileSync } from "node:fs";
import { areas } from "./areas.js";

/** The texts of the files that areas name, by name; those that do not exist are left out. */
export function readTestFiles(root: string): ReadonlyMap<string, string> {
  const names = areas.flatMap(({ tests }) => tests).filter((name) => existsSync(`${root}/tests/${name}`));
  return new Map(names.map((name) => [name, readFileSync(`${root}/tests/${name}`, "utf8")]));
}
