import type {
  Attempt,
  Fault,
  PackageInState,
  ProjectPackages,
  RecordedPackage,
} from "../../../operations/index.js";
import { groupBy } from "../../../std/group-by.js";
import { npmPackageOf } from "../../../std/npm-package-of.js";
import { shellWord } from "../../../std/shell-word.js";
import { faultFindings, reportOn, type Finding } from "../finding.js";
import { isAtLeast } from "./version-order.js";

/** A package that state records, and the package that is installed now. */
export interface CheckedPackage {
  readonly recorded: PackageInState;
  /** `in-program`: the program defines it, and doctor does not run the program. `plugin`: doctor does not start plugins. */
  readonly found: Attempt<RecordedPackage> | "in-program" | "plugin";
}

export interface PackageFacts {
  readonly project: ProjectPackages;
  readonly inState: readonly CheckedPackage[];
}

export function foundFor(
  { name, module }: Pick<PackageInState, "name" | "module">,
  packages: readonly CheckedPackage[],
): CheckedPackage["found"] | undefined {
  return packages.find(({ recorded }) => recorded.name === name && recorded.module === module)?.found;
}

/** Checks the packages that the project files and state refer to. */
export function packageChecks({ project, inState }: PackageFacts): readonly Finding[] {
  const known = [...project.known.keys()];
  const findings = [
    ...project.faults.flatMap((fault) => faultFindings(report, faultName(fault), [fault])),
    ...inState.flatMap((each) => recordedChecks(each, project)),
  ];
  if (findings.length > 0) return findings;
  return [
    report(
      "found",
      "ok",
      `No readable stack uses a package. Packages of the project: ${known.join(", ") || "none"}.`,
    ),
  ];
}

const report = reportOn("Packages");

function faultName({ code }: Fault): string {
  if (code === "provider/ambiguous-package") return "claims";
  return code === "provider/malformed-manifest" ? "files" : "installed";
}

function recordedChecks({ recorded, found }: CheckedPackage, { kinds }: ProjectPackages): readonly Finding[] {
  const { name, version, module } = recorded;
  if (found === "plugin") return [pluginCheck(recorded, kinds)];
  if (found === "in-program") return [report(name, "ok", `${version}, defined by the program`)];
  if (!found.ok)
    return found.faults.flatMap((fault) => faultFindings(report, name, [fault], stateOf(fault, module)));
  const { version: installed, types } = found.result;
  const newer = Object.entries(recorded.types).filter(
    ([type, schema]) => Object.hasOwn(types, type) && schema > types[type]!.schemaVersion,
  );
  const other = isPath(module)
    ? "Restore the newer module from version control."
    : `Install the version in state, or a newer one:\n    npm install ${shellWord(`${npmPackageOf(module)}@latest`)}`;
  if (newer.length > 0)
    return [
      report(
        name,
        "problem",
        `State has ${newer.map(([type]) => type).join(", ")} in the format of version ${version}, which version ${installed} from ${module} cannot read.`,
        other,
      ),
    ];
  if (!isAtLeast(installed, version))
    return [
      report(
        name,
        "warning",
        `State was written by version ${version}, and ${module} is the older version ${installed}.`,
        other,
      ),
    ];
  return [report(name, "ok", `${installed} from ${module}`)];
}

function pluginCheck({ name, plugin }: PackageInState, kinds: readonly string[]): Finding {
  const { kind, source, version } = plugin!;
  const text = `${source} ${version}, a plugin of kind ${kind}`;
  if (kinds.includes(kind)) return report(name, "ok", `${text}; doctor does not start plugins`);
  return report(
    name,
    "problem",
    `State refers to ${text}. This version of Coconut supports these kinds of packages: ${kinds.join(", ")}.`,
    "Use the version of Coconut that created the resources, or a newer one:\n    npm install @coconut/coconut@latest",
  );
}

/** A module of the project may need the rest of the program to load, so that its failure is only a warning. */
function stateOf({ code }: Fault, module: string): "warning" | "problem" {
  return isPath(module) && code === "provider/load-failed" ? "warning" : "problem";
}

function isPath(module: string): boolean {
  return module.startsWith(".");
}

/** Merges records of the same module. Several versions may have written them; the newest one is used. */
export function onePerModule(recorded: readonly PackageInState[]): readonly PackageInState[] {
  const modules = groupBy(recorded, ({ name, module }) => JSON.stringify([name, module]));
  const inOrder = [...modules.values()].sort(([a], [b]) => (a!.name < b!.name ? -1 : 1));
  return inOrder.map((same) => {
    const types = groupBy(
      same.flatMap((each) => Object.entries(each.types)),
      ([type]) => type,
    );
    return {
      ...same.reduce((newest, each) => (isAtLeast(newest.version, each.version) ? newest : each)),
      types: Object.fromEntries(
        [...types].map(([type, versions]) => [type, Math.max(...versions.map(([, version]) => version))]),
      ),
    };
  });
}
