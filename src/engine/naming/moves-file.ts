import { join } from "node:path";
import { isDiagnosticError } from "../../model/index.js";
import { parseMoves, printMoves, unusableMoves, type Moves } from "../../state/index.js";
import { readTextFile } from "../../std/read-text-file.js";
import { writeWholeFile } from "../../std/write-whole-file.js";

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
        return parseMoves(readTextFile(file));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return noMoves;
        throw isDiagnosticError(error) ? error : unusable("read", error);
      }
    },
    async write(moves) {
      try {
        writeWholeFile(file, printMoves(moves));
      } catch (error) {
        throw unusable("written", error);
      }
    },
  };
}

const noMoves: Moves = { groups: [] };

function unusable(how: "read" | "written", error: unknown) {
  return unusableMoves(`It cannot be ${how}: ${error instanceof Error ? error.message : String(error)}.`);
}
