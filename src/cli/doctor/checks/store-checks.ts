import { shellWord } from "../../../std/shell-word.js";
import type { Attempt } from "../../../operations/index.js";
import { faultFindings, reportOn, type Finding } from "../finding.js";

export interface StoreFacts {
  /** Where state is kept; nothing if it is kept in memory alone. */
  readonly folder: FolderFacts | undefined;
  readonly stacks: Attempt<readonly string[]>;
}

export interface FolderFacts {
  readonly path: string;
  readonly exists: boolean;
  /** Whether files can be made in it; of one that does not exist, whether it can be made. */
  readonly isWritable: boolean;
  /** What of it others on this machine may read; empty where the system knows no such rights. */
  readonly open: readonly { readonly path: string; readonly isFolder: boolean }[];
}

/** Where state is kept, as far as it can be seen without opening a stack. */
export function storeChecks({ folder, stacks }: StoreFacts): readonly Finding[] {
  return [...(folder === undefined ? [] : folderChecks(folder)), ...stacksChecks(stacks)];
}

const report = reportOn("Store");

function folderChecks({ path, exists, isWritable, open }: FolderFacts): readonly Finding[] {
  const rights = open.map((each) =>
    report(
      "rights",
      "warning",
      `Others on this machine may read ${each.path}. Secrets in it are sealed; names and settings are not.`,
      `Take their rights away:\n    chmod ${each.isFolder ? "700" : "600"} ${shellWord(each.path)}`,
    ),
  );
  if (!isWritable)
    return [
      report(
        "folder",
        "problem",
        exists ? `You may not write ${path}.` : `${path} does not exist, and you may not make it.`,
        'Give yourself the right to write there, or keep state elsewhere: "store" in coconut.json.',
      ),
      ...rights,
    ];
  if (!exists) return [report("folder", "ok", `${path} is made by the first apply.`)];
  return rights.length > 0
    ? rights
    : [report("folder", "ok", `${path} can be written, and is closed to others.`)];
}

function stacksChecks(stacks: StoreFacts["stacks"]): readonly Finding[] {
  if (!stacks.ok) return faultFindings(report, "stacks", stacks.faults);
  if (stacks.result.length === 0) return [report("stacks", "ok", "There is none yet.")];
  return [report("stacks", "ok", stacks.result.join(", "))];
}
