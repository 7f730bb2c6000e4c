import { resolve } from "node:path";
import { isDiagnosticError, type PackageRecord } from "../../model/index.js";
import type { CompiledModule } from "../../program/load/index.js";
import type { CodePart } from "../../provider/host/code/index.js";

/** Compiles a module of the project, by the path of its file. */
export type CompileModule = (file: string) => Promise<CompiledModule>;

/**
 * Finds what the providers of these packages load, by package; reads it when the answer is called. Modules of the project
 * are covered where something compiles them: elsewhere they are part of the program that runs the stack.
 */
export async function findCode(
  packages: readonly PackageRecord[],
  projectFolder: string,
  compile?: CompileModule,
): Promise<() => { readonly [name: string]: readonly CodePart[] }> {
  const { providerCode } = await import("../../provider/host/code/index.js");
  // Of a plugin, the record has the checksums.
  const modules = packages.filter(({ plugin }) => plugin === undefined);
  const isSeveral = (name: string) => modules.filter((each) => each.name === name).length > 1;
  const found = await Promise.all(
    modules.map(async ({ name, version, module }) => {
      const isOwn = module.startsWith(".") && compile !== undefined;
      const own = isOwn ? await compiled(resolve(projectFolder, module), compile) : undefined;
      const label = isSeveral(name) ? `${name} ${version} of ${module}` : name;
      return [label, await providerCode({ module }, projectFolder, own)] as const;
    }),
  );
  return () => Object.fromEntries(found.map(([name, read]) => [name, read()]));
}

/** One that is not there, or not whole any more, is another one; whoever loads it tells what is wrong. */
async function compiled(file: string, compile: CompileModule): Promise<CompiledModule> {
  try {
    return await compile(file);
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    return { digest: "none", imports: [] };
  }
}
