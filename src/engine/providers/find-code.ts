import { resolve } from "node:path";
import { isDiagnosticError, type PackageRecord } from "../../model/index.js";
import type { CompiledModule } from "../../program/load/index.js";
import type { CodePart } from "../../provider/host/code/index.js";

/** Compiles a project module, by file path. */
export type CompileModule = (file: string) => Promise<CompiledModule>;

/**
 * Finds the code that the providers of these packages load, by package. The returned function reads it. Project modules
 * are only included where `compile` is available: otherwise they are part of the program that runs the stack.
 */
export async function findCode(
  packages: readonly PackageRecord[],
  projectFolder: string,
  compile?: CompileModule,
): Promise<() => { readonly [name: string]: readonly CodePart[] }> {
  const { pluginCode, providerCode } = await import("../../provider/host/code/index.js");
  // The record of such a plugin identifies its code.
  const unsealed = packages.filter(({ plugin }) => plugin?.checksums === undefined);
  const isSeveral = (name: string) => unsealed.filter((each) => each.name === name).length > 1;
  const found = await Promise.all(
    unsealed.map(async (record) => {
      const { name, version, module, plugin } = record;
      const label = isSeveral(name) ? `${name} ${version} of ${module}` : name;
      if (plugin !== undefined) return [label, await pluginCode(record, projectFolder)] as const;
      const isOwn = module.startsWith(".") && compile !== undefined;
      const own = isOwn ? await compiled(resolve(projectFolder, module), compile) : undefined;
      return [label, await providerCode({ module }, projectFolder, own)] as const;
    }),
  );
  return () => Object.fromEntries(found.map(([name, read]) => [name, read()]));
}

/** A missing or broken module counts as different; loading it reports the problem. */
async function compiled(file: string, compile: CompileModule): Promise<CompiledModule> {
  try {
    return await compile(file);
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    return { digest: "none", imports: [] };
  }
}
