import { shellWord } from "../../../std/shell-word.js";
import { reportOn, type Finding } from "../finding.js";

/** What Git has of a project. Where there is no Git, or no repository, nothing is known. */
export interface GitFacts {
  /** The folder of the store, from that of the project; nothing if it lies outside. */
  readonly store:
    | { readonly folder: string; readonly isIgnored: boolean; readonly tracked: number }
    | undefined;
  /** The file with the renames that other stacks follow; nothing if there is none. */
  readonly moves:
    | { readonly file: string; readonly isIgnored: boolean; readonly isTracked: boolean }
    | undefined;
}

/** State stays out of the repository, and renames go into it. */
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
      `${folder} is in the repository: whoever checks out an earlier commit has earlier state, and does again what was done.`,
      `Take it out, and keep it out:\n    git rm -r --cached ${shellWord(folder)}\n    ${ignore}`,
    );
  if (!isIgnored)
    return report(
      "state",
      "warning",
      `${folder} is not ignored: the next commit may hold it.`,
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
      `${file} is ignored: other stacks would not follow the renames in it, and make their resources anew.`,
      `Take it out of .gitignore, and commit it:\n    git add -f ${file}`,
    );
  return report(
    "renames",
    "note",
    `${file} is not in the repository yet: other stacks follow the renames in it.`,
    `Commit it with the code:\n    git add ${file}`,
  );
}
