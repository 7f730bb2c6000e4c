import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { environmentWithout } from "../../../std/environment-without.js";
import type { StoreFolder } from "../../../operations/index.js";
import type { GitFacts } from "../checks/index.js";

/** Asks Git about the files of a project. Returns undefined without Git or outside a repository. */
export function gitFacts(
  projectFolder: string,
  state: Pick<StoreFolder, "path" | "exampleFile"> | undefined,
): GitFacts | undefined {
  const git = (...words: readonly string[]) =>
    spawnSync("git", words, {
      cwd: projectFolder,
      env: environmentWithout("COCONUT_"),
      encoding: "utf8",
      timeout: patienceMs,
    });
  if (git("rev-parse", "--is-inside-work-tree").stdout?.trim() !== "true") return undefined;
  const tracked = (path: string) => git("ls-files", "--", path).stdout.split("\n").filter(Boolean).length;
  const isIgnored = (path: string) => git("check-ignore", "--quiet", "--no-index", "--", path).status === 0;
  const folder = state && within(projectFolder, state.path);
  return {
    // Asks about a file in the folder, since rules may ignore only its contents.
    store:
      state === undefined || folder === undefined
        ? undefined
        : {
            folder,
            isIgnored: isIgnored(relative(projectFolder, state.exampleFile)),
            tracked: tracked(folder),
          },
    moves: existsSync(join(projectFolder, movesFile))
      ? { file: movesFile, isIgnored: isIgnored(movesFile), isTracked: tracked(movesFile) > 0 }
      : undefined,
  };
}

const movesFile = "coconut.moves.json";
const patienceMs = 10_000;

function within(outer: string, inner: string): string | undefined {
  const way = relative(outer, inner);
  return way === "" || way.startsWith("..") || isAbsolute(way) ? undefined : way;
}
