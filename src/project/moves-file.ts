import { join } from "node:path";
import { isDiagnosticError } from "../model/index.js";
import { parseMoves, printMoves, unusableMoves, type Moves } from "../state/index.js";
import { rewriteFile, systemFiles, type FilePorts } from "./rewrite-file.js";

/**
 * The file `coconut.moves.json` in the project folder: the renames that all stacks of the project follow. It is
 * committed with the code.
 */
export function movesFile(projectFolder: string, files: FilePorts = systemFiles) {
  const file = join(projectFolder, "coconut.moves.json");
  return {
    read: async () => usable("read", async () => movesIn(await files.read(file))),
    change: async (change: (moves: Moves) => Moves | undefined) =>
      usable("read or written", () =>
        rewriteFile(
          file,
          (text) => {
            const changed = change(movesIn(text));
            return changed && printMoves(changed);
          },
          files,
        ),
      ),
  };
}

function movesIn(text: string | undefined): Moves {
  return text === undefined ? { groups: [] } : parseMoves(text.replace(/^\uFEFF/, ""));
}

async function usable<Result>(how: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isDiagnosticError(error)) throw error;
    throw unusableMoves(
      `The file cannot be ${how}: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
