import type { LoadedPackage } from "../../../src/provider/contract/index.js";
import type { PackageKind, WantedPackage } from "../../../src/provider/host/index.js";
import { startPackage, type PackageProgram, type StartedPackage } from "./start-package.js";

/** The kind of the one package that a program offers. The program is started when the package is first asked for. */
export function jsonLinesKind(program: PackageProgram): PackageKind {
  const plugin = { kind: "json-lines", source: program.command, version: "1.0.0" };
  let starting: Promise<StartedPackage> | undefined;
  const load = async (): Promise<LoadedPackage> => {
    starting ??= startPackage(program);
    const { package: found } = await starting;
    const record = { name: found.name, version: found.version, module: "json-lines", plugin };
    return (loaded ??= { kind: "loaded", package: found, record });
  };
  let loaded: LoadedPackage | undefined;
  return {
    name: plugin.kind,
    find: async ({ name }: WantedPackage) => (name === program.name ? load() : undefined),
    findRecorded: load,
    async close() {
      const started = await starting?.catch(() => undefined);
      [starting, loaded] = [undefined, undefined];
      await started?.child.close();
    },
  };
}
