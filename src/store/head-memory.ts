import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DiagnosticError } from "../model/index.js";
import { pathBeside } from "../std/file-beside.js";
import { readTextFile } from "../std/read-text-file.js";
import { problem } from "./diagnostics.js";
import type { HeadMemory } from "./ports.js";

/** How far stacks have come, in a small file each. What cannot be read or written is not remembered, and stops nobody. */
export function headMemory(folder: string): HeadMemory {
  return {
    seen(lineage) {
      try {
        const sequence = Number(readTextFile(join(folder, plain(lineage)), { largest: 100 }));
        return Number.isSafeInteger(sequence) ? sequence : undefined;
      } catch {
        return undefined;
      }
    },
    remember(lineage, sequence) {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const file = join(folder, plain(lineage));
        const beside = pathBeside(file);
        writeFileSync(beside, `${sequence}\n`, { mode: 0o600, flag: "wx" });
        // Whole, so that a kill or a reader meanwhile never makes it a smaller number.
        renameSync(beside, file);
      } catch {
        // Then an old copy is taken for the stack, as if this were the first time that it is seen.
      }
    },
  };
}

/** It becomes part of a path. */
function plain(lineage: string): string {
  if (/^[0-9a-f]+$/.test(lineage)) return lineage;
  throw new Error("This is a bug: a lineage is not what Coconut makes.");
}

export function rolledBack(sequence: number, seen: number): DiagnosticError {
  return new DiagnosticError(
    problem("store/rolled-back", {
      detail: `The stack ends with record ${sequence}, and this user has seen record ${seen} of it: an older copy stands in its place. What was made or deleted since is not known to it. Nothing was changed.`,
      hint: "Put the newer file back. If the older one is meant, accept it, and look at what has changed since:\n    coco state verify --accept-rollback\n    coco refresh",
    }),
  );
}
