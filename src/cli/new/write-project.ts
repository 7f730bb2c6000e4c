import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DiagnosticError } from "../../model/index.js";
import { readTextFile } from "../../std/read-text-file.js";
import { writeWholeFile } from "../../std/write-whole-file.js";
import { problem } from "../diagnostics.js";
import type { FileWrite } from "./decide-project.js";

/**
 * Writes all files or none: if one fails, the others are removed or restored. New files are written first and never
 * overwrite a file that was created in the meantime. Existing files are replaced atomically.
 */
export function writeProject(folder: string, writes: readonly FileWrite[]): void {
  const undo: (() => void)[] = [];
  const inOrder = [
    ...writes.filter(({ before }) => before === undefined),
    ...writes.filter(({ before }) => before !== undefined),
  ];
  try {
    for (const write of inOrder) writeFile(join(folder, write.path), write, undo);
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw new DiagnosticError(
      problem("cli/file-access", {
        detail: `A file of the project cannot be written: ${(error as Error).message}. No files were created.`,
        hint: "Change the permissions, or choose another folder.",
      }),
    );
  }
}

function writeFile(file: string, { text, before }: FileWrite, undo: (() => void)[]): void {
  if (before !== undefined) {
    if (readTextFile(file, { mark: "kept" }) !== before)
      throw new Error(`${file} was changed in the meantime`);
    writeWholeFile(file, text);
    undo.push(() => writeWholeFile(file, before));
    return;
  }
  const made = mkdirSync(dirname(file), { recursive: true });
  if (made !== undefined) undo.push(() => rmSync(made, { recursive: true }));
  writeFileSync(file, text, { flag: "wx" });
  undo.push(() => rmSync(file));
}
