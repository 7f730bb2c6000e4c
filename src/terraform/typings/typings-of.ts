import { JSON } from "../../std/plain-json.js";
import type { DescribedProvider, TypingsFile } from "./described-provider.js";
import { moduleFiles } from "./module-text.js";
import { importName, planModules } from "./plan-modules.js";

/**
 * Increment it whenever the generated files change for the same schema, so that the files of existing projects are written again.
 */
export const typingsRevision = 1;

/**
 * Returns the modules that programs import as `#tf/<name>`: classes for the resources of a provider and its configurations, and its
 * functions. The schema of a type is requested when its module is. The files of one module are in the folder of the provider; the two
 * beside it re-export the only module of a small provider.
 */
export function* typingsOf(provider: DescribedProvider): Generator<TypingsFile, void, undefined> {
  const modules = planModules(provider);
  for (const module of modules) yield* moduleFiles(provider, module);
  const name = importName(provider.package);
  const [only] = modules;
  if (only?.path !== `${name}/index`) return;
  const text = `export * from ${JSON.stringify(`./${only.path}.js`)};\n`;
  yield { path: `${name}.js`, text };
  yield { path: `${name}.d.ts`, text };
}
