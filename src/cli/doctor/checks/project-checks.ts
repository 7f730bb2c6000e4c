import type { Attempt, PackageCopies } from "../../../operations/index.js";
import type { Project } from "../../read-project.js";
import { faultFindings, reportOn, type Finding } from "../finding.js";

export interface ProjectFacts {
  readonly folder: string;
  readonly isFolder: boolean;
  readonly hasSettings: boolean;
  /** The folder has a `.coconut` folder. */
  readonly hasState: boolean;
  readonly project: Attempt<Project>;
  /** The nearest `package.json`; undefined if there is none. */
  readonly manifest: Attempt<{ readonly [key: string]: unknown } | undefined>;
  readonly copies: PackageCopies;
}

/** True if the folder is a project, even an invalid one. */
export function isProject({ project, hasSettings, hasState }: ProjectFacts): boolean {
  const isRefused = !project.ok && project.faults.some(({ code }) => code !== "cli/no-program");
  return project.ok || isRefused || hasSettings || hasState;
}

/** Checks the files of the project. */
export function projectChecks(facts: ProjectFacts): readonly Finding[] {
  const { folder, isFolder, project, hasSettings } = facts;
  if (!isFolder)
    return [report("folder", "problem", `The folder ${folder} does not exist.`, "Check the path after -C.")];
  if (!isProject(facts))
    return [
      report(
        "program",
        "note",
        `There is no program in ${folder}, so only the machine was checked.`,
        "Name the folder of a program:\n    coco doctor -C <folder>\nTo create a project:\n    coco new",
      ),
    ];
  return [
    ...(project.ok
      ? [
          report("program", "ok", `${project.result.main} of the project ${project.result.name}`),
          report("coconut.json", "ok", hasSettings ? "valid" : "none (optional)"),
        ]
      : project.faults.map(({ code, detail, hint }) =>
          report(ofProgram.has(code) ? "program" : "coconut.json", "problem", detail, hint),
        )),
    ...manifestChecks(facts),
    ...copyChecks(facts),
  ];
}

const ofProgram: ReadonlySet<string | undefined> = new Set(["cli/no-program", "cli/project-of-another-user"]);

const report = reportOn("Project");

function manifestChecks({ manifest }: ProjectFacts): readonly Finding[] {
  if (!manifest.ok) return faultFindings(report, "package.json", manifest.faults);
  if (manifest.result === undefined)
    return [
      report(
        "package.json",
        "warning",
        "There is no package.json: packages cannot be installed here, and the project is named after its folder.",
        "Create one:\n    npm init -y && npm pkg set type=module",
      ),
    ];
  if (manifest.result["type"] === "module") return [report("package.json", "ok", "ES modules")];
  return [
    report(
      "package.json",
      "note",
      '"type": "module" is missing: editors, compilers and Node treat the files as CommonJS.',
      "Set it:\n    npm pkg set type=module",
    ),
  ];
}

/** Checks for several copies of this package. They recognize each other's resources but may behave differently. */
function copyChecks(facts: ProjectFacts): readonly Finding[] {
  const { further } = facts.copies;
  if (further.length === 0) return [copyCheck(facts)];
  return [
    copyCheck(facts),
    report(
      "copies",
      "warning",
      `Packages depend on additional copies of @coconut/coconut: ${further.join(", ")}.`,
      "Use one copy. Packages should declare it as a peer dependency:\n    npm dedupe",
    ),
  ];
}

function copyCheck({ copies: { running, imported }, manifest }: ProjectFacts): Finding {
  if (imported === undefined)
    return report(
      name,
      "problem",
      "The package is not installed here, so programs cannot import it.",
      // If package.json lists it, other packages are probably missing too.
      `Install it:\n    npm install${isNamed(manifest) ? "" : ` ${name}`}`,
    );
  const { version } = imported;
  if (running?.folder === imported.folder)
    return report(name, "ok", `${version}, the copy that this coco belongs to`);
  if (running === undefined || running.version === version)
    return report(name, "ok", `${version}; this coco is another copy of the same version`);
  return report(
    name,
    "warning",
    `The program imports version ${version}, but this coco is version ${running.version}.`,
    "Run the project's own version, in the project folder:\n    npx coco doctor",
  );
}

const name = "@coconut/coconut";

function isNamed(manifest: ProjectFacts["manifest"]): boolean {
  const { dependencies, devDependencies } = (manifest.ok ? manifest.result : undefined) ?? {};
  return Object.hasOwn({ ...(dependencies as object), ...(devDependencies as object) }, name);
}
