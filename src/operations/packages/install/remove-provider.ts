import type { RemovalReport } from "./installed.js";
import { namedProviders, selectProviders } from "./named-providers.js";
import { ProjectFiles } from "./project-files.js";

/**
 * Removes a provider from the project: its entry in coconut.json, its lock if no other package uses it, and its classes. The
 * installed program stays in the cache.
 */
export async function removeProvider(asked: string, projectFolder: string): Promise<RemovalReport> {
  const providers = await namedProviders(projectFolder);
  const [{ name, program }] = selectProviders(providers, [asked]) as [(typeof providers)[number]];
  const { forgetClasses, lockFileName, withoutLock } =
    await import("../../../provider/terraform/project/index.js");
  const files = new ProjectFiles(projectFolder);
  await files.forgetProvider(name);
  if (program.kind === "source") {
    const { address } = program;
    const isShared = providers.some(
      (each) =>
        each.name !== name &&
        each.program.kind === "source" &&
        JSON.stringify(each.program.address) === JSON.stringify(address),
    );
    if (!isShared)
      await files.lockFile(lockFileName, `no longer locks ${name}`, (text) => withoutLock(text, address));
  }
  forgetClasses(name, projectFolder);
  return { name, changed: files.changed, diagnostics: [] };
}
