import { isDiagnosticError, packageOfType } from "../../../src/model/index.js";
import type { LoadedPackage, PackageHost, Rejected } from "../../../src/provider/contract/index.js";
import { startPackage, type PackageProgram } from "./start-package.js";

/** Finds the one package that a program offers. The program is started when the package is first asked for. */
export function jsonLinesHost(program: PackageProgram): PackageHost {
  let loading: Promise<LoadedPackage | Rejected> | undefined;
  const load = () => (loading ??= loaded(program));
  return {
    forResource: async ({ type }) => (packageOfType(type) === program.name ? load() : notHere(type)),
    forFunction: async ({ token }) => (packageOfType(token) === program.name ? load() : notHere(token)),
    forRecord: async ({ name }) => (name === program.name ? load() : notHere(name)),
  };
}

async function loaded(program: PackageProgram): Promise<LoadedPackage | Rejected> {
  try {
    const { package: found } = await startPackage(program);
    const record = { name: found.name, version: found.version, module: program.command };
    return { kind: "loaded", package: found, record };
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    return { kind: "rejected", diagnostics: error.diagnostics };
  }
}

function notHere(what: string): never {
  throw new Error(`These tests have no package for ${what}.`);
}
