import { shellWord } from "../../../std/shell-word.js";
import { reportOn, type Finding } from "../finding.js";

/** Facts about the Git repository of a project. */
export interface GitFacts {
  /** The folder of the store, relative to the project; undefined if it is outside. */
  readonly store:
    | { readonly folder: string; readonly isIgnored: boolean; readonly tracked: number }
    | undefined;
  /** The file of renames that other stacks apply; undefined if there is none. */
  readonly moves:
    | { readonly file: string; readonly isIgnored: boolean; readonly isTracked: boolean }
    | undefined;
}

/** Checks that state is not in the repository and that renames are. */
export function gitChecks(facts: GitFacts | undefined): readonly Finding[] {
  if (facts === undefined) return [];
  const { store, moves } = facts;
  return [
    ...(store === undefined ? [] : [storeCheck(store)]),
    ...(moves === undefined ? [] : [movesCheck(moves)]),
  ];
}

const report = reportOn("Git");

function storeCheck({ folder, isIgnored, tracked }: NonNullable<GitFacts["store"]>): Finding {
  const ignore = `echo ${shellWord(`${folder}/`)} >> .gitignore`;
  if (tracked > 0)
    return report(
      "state",
      "problem",
      `${folder} is committed to the repository. Checking out an older commit restores older state, and the next apply repeats changes.`,
      `Remove it from the repository and ignore it:\n    git rm -r --cached ${shellWord(folder)}\n    ${ignore}`,
    );
  if (!isIgnored)
    return report(
      "state",
      "warning",
      `${folder} is not in .gitignore, so the next commit may include it.`,
      `Ignore it:\n    ${ignore}`,
    );
  return report("state", "ok", `${folder} is ignored.`);
}

function movesCheck({ file, isIgnored, isTracked }: NonNullable<GitFacts["moves"]>): Finding {
  if (isTracked) return report("renames", "ok", `${file} is in the repository.`);
  if (isIgnored)
    return report(
      "renames",
      "problem",
      `${file} is ignored by Git. Other stacks would not apply its renames and would recreate the resources.`,
      `Remove it from .gitignore and commit it:\n    git add -f ${file}`,
    );
  return report(
    "renames",
    "note",
    `${file} is not committed yet. Other stacks need the renames in it.`,
    `Commit it together with the code:\n    git add ${file}`,
  );
}
