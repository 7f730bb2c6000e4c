import { readFileSync } from "node:fs";
import { loadProgram } from "./load-program.js";

/** A module of the project as it is compiled, which is not run. */
export interface CompiledModule {
  /** Of the code that the project itself has: the same wherever that lies. */
  readonly digest: string;
  /** What it imports of packages: names of these or of parts of them, and URLs of files. */
  readonly imports: readonly string[];
}

/** Compiles a module of the project if it has changed. Throws what is wrong with it. */
export async function compiledModule(file: string, projectFolder: string): Promise<CompiledModule> {
  const { digest, externals } = await loadProgram({ entry: file, projectFolder });
  const lines = readFileSync(externals, "utf8").matchAll(/^import (".*");$/gm);
  return { digest, imports: [...lines].map(([, specifier]) => JSON.parse(specifier!) as string) };
}
