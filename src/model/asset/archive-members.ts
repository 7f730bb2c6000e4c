import { DiagnosticError } from "../diagnostic.js";
import { isAsset, type Archive, type Asset } from "../value/index.js";
import type { ArchiveBudget } from "./archive-limits.js";
import { problem } from "./diagnostics.js";
import { entryName, folderName, joinNames } from "./entry-name.js";

/** A member of an archive. The content of an archive that is a file, folder or URL is only known after reading it. */
export type ArchiveMember =
  | { readonly kind: "asset"; readonly name: string; readonly asset: Asset }
  | { readonly kind: "archive"; readonly folder: string; readonly archive: Archive };

/** Hashing reads a member once per level above it, so the number of levels is limited. */
const maxDepth = 64;

/**
 * Returns the members in the order in which they are hashed: names of a literal archive by their UTF-8 bytes, with
 * nested literals expanded in place. If two members have the same name, the first one counts.
 */
export function archiveMembers(archive: Archive, budget: ArchiveBudget): ArchiveMember[] {
  const members: ArchiveMember[] = [];
  const rest: Pending[] = [{ folder: "", archive, depth: 0 }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if ("name" in next) {
      members.push({ kind: "asset", name: next.name, asset: next.asset });
    } else if (!("assets" in next.archive.source)) {
      members.push({ kind: "archive", folder: next.folder, archive: next.archive });
    } else {
      if (next.depth > maxDepth) throw tooDeep(next.folder);
      const children = childrenOf(next.folder, next.archive.source.assets, next.depth, budget);
      for (const child of children.reverse()) rest.push(child);
    }
  }
  return members;
}

type Pending =
  | { readonly name: string; readonly asset: Asset }
  | { readonly folder: string; readonly archive: Archive; readonly depth: number };

function childrenOf(
  folder: string,
  assets: { readonly [name: string]: Asset | Archive },
  depth: number,
  budget: ArchiveBudget,
): Pending[] {
  const where = folder === "" ? "an archive" : `the nested archive ${JSON.stringify(folder)}`;
  return Object.entries(assets)
    .sort(([left], [right]) => compareUtf8(left, right))
    .map(([key, member]) => {
      budget.addEntry(where);
      return isAsset(member)
        ? { name: checkedJoin(folder, entryName(key, where), where), asset: member }
        : {
            folder: checkedJoin(folder, folderName(key, where), where),
            archive: member,
            depth: depth + 1,
          };
    });
}

/** Each part is short enough, but the whole may be too long. */
function checkedJoin(folder: string, name: string, where: string): string {
  const joined = joinNames(folder, name);
  return joined === "" ? "" : entryName(joined, where);
}

function tooDeep(folder: string): DiagnosticError {
  return new DiagnosticError(
    problem("model/archive-too-deep", {
      detail: `The archive at ${JSON.stringify(folder.slice(0, 200))} is nested more than ${maxDepth} levels deep.`,
      hint: "Use fewer nested archives, with member names such as `a/b/c`. Check whether an archive contains itself.",
    }),
  );
}

/**
 * Compares strings by their UTF-8 bytes. JavaScript compares UTF-16 units, which puts characters beyond U+FFFF before
 * U+E000.
 */
export function compareUtf8(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index++) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) return rank(a) - rank(b);
  }
  return left.length - right.length;
}

/** Moves surrogates, which encode code points from U+10000 on, after all other units. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
