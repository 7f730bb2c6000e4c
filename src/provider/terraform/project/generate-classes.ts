import type { Diagnostic } from "../../../model/index.js";
import {
  importName,
  packageMembers,
  typingsOf,
  type DescribedProvider,
} from "../../../terraform/typings/index.js";
import { locateProgram } from "./locate-program.js";
import { namedProgram } from "./named-program.js";
import {
  areTypingsCurrent,
  hasTypings,
  removeTypings,
  schemaOfProvider,
  writeTypings,
} from "../typings/index.js";

/** The generated classes of a provider. */
export interface GeneratedClasses {
  /** How programs import them: `#tf/random`, or `#tf/aws/…` if each type has a module of its own. */
  readonly import: string;
  /** The number of resource types. */
  readonly types: number;
  /** The names of a few resource classes, with the module that exports them. */
  readonly examples: readonly { readonly name: string; readonly module: string }[];
}

/** Generates the classes of a package that coconut.json names, whether or not they are there. */
export async function generateClasses(
  name: string,
  text: string,
  projectFolder: string,
): Promise<GeneratedClasses> {
  const { provider, identity } = await describedProvider(name, text, projectFolder);
  const origin = { name: importName(name), version: provider.version, identity };
  writeTypings(projectFolder, origin, typingsOf(provider));
  return classesOf(provider);
}

/**
 * Generates the classes of a package unless those that are there were generated from its program. The classes of a program in the
 * project are only kept current: such projects may use the generic classes. Returns warnings.
 */
export async function restoreClasses(
  name: string,
  text: string,
  projectFolder: string,
): Promise<readonly Diagnostic[]> {
  const named = namedProgram(name, text);
  if (named.kind === "path" && !hasClasses(name, projectFolder)) return [];
  const { identity, diagnostics } = await locateProgram(name, named, projectFolder);
  if (!areTypingsCurrent(projectFolder, importName(name), identity))
    await generateClasses(name, text, projectFolder);
  return diagnostics;
}

/** Returns whether there are generated classes of a package. */
export function hasClasses(name: string, projectFolder: string): boolean {
  return hasTypings(projectFolder, importName(name));
}

/** Removes the classes of a package. */
export function forgetClasses(name: string, projectFolder: string): void {
  removeTypings(projectFolder, importName(name));
}

/** Starts the provider of a package that coconut.json names, reads its schemas and ends it. */
export async function describedProvider(
  name: string,
  text: string,
  projectFolder: string,
): Promise<{ readonly provider: DescribedProvider; readonly identity: string }> {
  const named = namedProgram(name, text);
  const { command, version, identity } = await locateProgram(name, named, projectFolder);
  const type = named.kind === "source" ? named.address.type : importName(name).replaceAll("_", "-");
  const schemas = await schemaOfProvider({ name, type, version, command, projectFolder });
  return { provider: { package: name, type, version: version ?? "", schemas }, identity };
}

function classesOf(provider: DescribedProvider): GeneratedClasses {
  const members = packageMembers(provider);
  const [first] = members;
  const isOne = members.every(({ module }) => module === first?.module);
  const examples = members.filter(({ kind }) => kind === "resource").slice(0, mostExamples);
  return {
    import: isOne ? `#tf/${importName(provider.package)}` : `#tf/${importName(provider.package)}/…`,
    types: provider.schemas.resourceTypes().length,
    examples: examples.map((each) => ({ name: each.export, module: each.module })),
  };
}

const mostExamples = 3;
