import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseMoves, printMoves, type Moves } from "../../state/index.js";

/** Where the renames of a project are kept, so that all its stacks follow them. */
export interface MovesPort {
  read(): Promise<Moves>;
  write(moves: Moves): Promise<void>;
}

/** The file `coconut.moves.json` in the project's folder; committed with the code. */
export function movesFile(projectFolder: string): MovesPort {
  const file = join(projectFolder, "coconut.moves.json");
  return {
    async read() {
      try {
        return parseMoves(await readFile(file, "utf8"));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return noMoves;
        throw error;
      }
    },
    // Whole or not at all: whoever reads meanwhile sees what was there before.
    async write(moves) {
      await writeFile(`${file}.new`, printMoves(moves));
      await rename(`${file}.new`, file);
    },
  };
}

const noMoves: Moves = { groups: [] };
