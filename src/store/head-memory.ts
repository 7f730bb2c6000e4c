import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DiagnosticError } from "../model/index.js";
import { pathBeside } from "../std/file-beside.js";
import { readTextFile } from "../std/read-text-file.js";
import { problem } from "./diagnostics.js";
import type { HeadMemory } from "./ports.js";

/**
 * Remembers the last record number seen of each stack, in one small file per stack. If the file cannot be read or
 * written, nothing is remembered and no error is raised.
 */
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
        // Replaces the file atomically, so that a kill or a concurrent reader never sees a smaller number.
        renameSync(beside, file);
      } catch {
        // Not remembered: an older copy of the stack will not be detected.
      }
    },
  };
}

/** The lineage becomes part of a path. */
function plain(lineage: string): string {
  if (/^[0-9a-f]+$/.test(lineage)) return lineage;
  throw new Error("This is a bug: invalid lineage.");
}

export function rolledBack(sequence: number, seen: number): DiagnosticError {
  return new DiagnosticError(
    problem("store/rolled-back", {
      detail: `The state ends with record ${sequence}, but this user has already seen record ${seen}: the state was replaced by an older copy. Changes made since then are missing from it. Nothing was changed.`,
      hint: "Restore the newer state. If the rollback is intended, accept it and update state to match the real objects:\n    coco state verify --accept-rollback\n    coco refresh",
    }),
  );
}
