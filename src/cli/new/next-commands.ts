import { shellWord } from "../../std/shell-word.js";
import type { PackageManager } from "./package-manager.js";

export interface NewProjectFacts {
  /** From where the user stands; empty if it is that folder. */
  readonly folder: string;
  /** Whether something that it depends on is not installed. */
  readonly isIncomplete: boolean;
  /** The paths of its files. */
  readonly paths: readonly string[];
  readonly hasTest: boolean;
  readonly manager: PackageManager;
}

/** What to type next, in this order. A program of its own is applied first; an example comes after the tests. */
export function nextCommands({
  folder,
  isIncomplete,
  paths,
  hasTest,
  manager,
}: NewProjectFacts): readonly string[] {
  const test = hasTest ? [manager.test] : [];
  const own = paths.includes("main.ts") ? [manager.run("coco apply")] : [];
  const example = paths.includes("example/main.ts") ? [manager.run("coco apply -C example")] : [];
  return [
    ...(folder === "" ? [] : [`cd ${shellWord(folder)}`]),
    ...(isIncomplete ? [manager.install] : []),
    ...own,
    ...test,
    ...example,
  ];
}
