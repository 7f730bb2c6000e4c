import { shellWord } from "../../../std/shell-word.js";
import type { Attempt } from "../../../operations/index.js";
import { faultFindings, reportOn, type Finding } from "../finding.js";

export interface StoreFacts {
  /** Folder of the state files; undefined for a store in memory. */
  readonly folder: FolderFacts | undefined;
  readonly stacks: Attempt<readonly string[]>;
}

export interface FolderFacts {
  readonly path: string;
  readonly exists: boolean;
  /** Files can be created in it, or the folder itself if it does not exist. */
  readonly isWritable: boolean;
  /** Files and folders that other users can read; empty on systems without such permissions. */
  readonly open: readonly { readonly path: string; readonly isFolder: boolean }[];
}

/** Checks the store without opening a stack. */
export function storeChecks({ folder, stacks }: StoreFacts): readonly Finding[] {
  return [...(folder === undefined ? [] : folderChecks(folder)), ...stacksChecks(stacks)];
}

const report = reportOn("Store");

function folderChecks({ path, exists, isWritable, open }: FolderFacts): readonly Finding[] {
  const rights = open.map((each) =>
    report(
      "permissions",
      "warning",
      `Other users on this machine can read ${each.path}. Secrets in it are encrypted; names and plain values are not.`,
      `Restrict the permissions:\n    chmod ${each.isFolder ? "700" : "600"} ${shellWord(each.path)}`,
    ),
  );
  if (!isWritable)
    return [
      report(
        "folder",
        "problem",
        exists
          ? `You have no permission to write to ${path}.`
          : `${path} does not exist, and you have no permission to create it.`,
        'Change the permissions, or store state elsewhere: "store" in coconut.json.',
      ),
      ...rights,
    ];
  if (!exists) return [report("folder", "ok", `${path} will be created by the first apply.`)];
  return rights.length > 0 ? rights : [report("folder", "ok", `${path} is writable and private.`)];
}

function stacksChecks(stacks: StoreFacts["stacks"]): readonly Finding[] {
  if (!stacks.ok) return faultFindings(report, "stacks", stacks.faults);
  if (stacks.result.length === 0) return [report("stacks", "ok", "none yet")];
  return [report("stacks", "ok", stacks.result.join(", "))];
}
