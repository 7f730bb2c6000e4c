import type { Attempt, PackageCopies } from "../../../operations/index.js";
import type { Project } from "../../read-project.js";
import { faultFindings, reportOn, type Finding } from "../finding.js";

export interface ProjectFacts {
  readonly folder: string;
  readonly isFolder: boolean;
  readonly hasSettings: boolean;
  /** Whether stacks were ever kept here. */
  readonly hasState: boolean;
  readonly project: Attempt<Project>;
  /** Nothing if there is none. */
  readonly manifest: Attempt<{ readonly [key: string]: unknown } | undefined>;
  readonly copies: PackageCopies;
}

/** Where there is nothing of a project, there is nothing wrong with one. */
export function isProject({ project, hasSettings, hasState }: ProjectFacts): boolean {
  const isRefused = !project.ok && project.faults.some(({ code }) => code !== "cli/no-program");
  return project.ok || isRefused || hasSettings || hasState;
}

/** The files that make a folder a project. */
export function projectChecks(facts: ProjectFacts): readonly Finding[] {
  const { folder, isFolder, project, hasSettings } = facts;
  if (!isFolder)
    return [report("folder", "problem", `There is no folder ${folder}.`, "Check the name after -C.")];
  if (!isProject(facts))
    return [
      report(
        "program",
        "note",
        `There is no program in ${folder}: the machine alone was checked.`,
        "Name the folder of a program:\n    coco doctor -C <folder>\nTo begin one:\n    coco new",
      ),
    ];
  return [
    ...(project.ok
      ? [
          report("program", "ok", `${project.result.main} of the project ${project.result.name}`),
          report(
            "coconut.json",
            "ok",
            hasSettings ? "It can be read." : "There is none, and none is needed.",
          ),
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
        "There is none: packages cannot be installed here, and the project is called after its folder.",
        "Make one:\n    npm init -y && npm pkg set type=module",
      ),
    ];
  if (manifest.result["type"] === "module")
    return [report("package.json", "ok", "Its files are ES modules.")];
  return [
    report(
      "package.json",
      "note",
      'It does not say "type": "module": editors, compilers and Node take its files for CommonJS.',
      "Say it:\n    npm pkg set type=module",
    ),
  ];
}

/** Two copies recognise each other's resources; what they do with them may differ. */
function copyChecks(facts: ProjectFacts): readonly Finding[] {
  const { further } = facts.copies;
  if (further.length === 0) return [copyCheck(facts)];
  return [
    copyCheck(facts),
    report(
      "copies",
      "warning",
      `Packages have brought further copies of @coconut/coconut along: ${further.join(", ")}.`,
      "Let them share one; they should have it as a peer dependency:\n    npm dedupe",
    ),
  ];
}

function copyCheck({ copies: { running, imported }, manifest }: ProjectFacts): Finding {
  if (imported === undefined)
    return report(
      name,
      "problem",
      "It is not installed here: programs cannot import it.",
      // With the other packages that are named there, of which it then is not the only one that is missing.
      `Install it:\n    npm install${isNamed(manifest) ? "" : ` ${name}`}`,
    );
  const { version } = imported;
  if (running?.folder === imported.folder)
    return report(name, "ok", `${version}, which this coco is part of`);
  if (running === undefined || running.version === version)
    return report(name, "ok", `${version}; this coco is another copy of the same version`);
  return report(
    name,
    "warning",
    `The program imports ${version}, and this coco is ${running.version}.`,
    "Use the one that the project has, in its folder:\n    npx coco doctor",
  );
}

const name = "@coconut/coconut";

function isNamed(manifest: ProjectFacts["manifest"]): boolean {
  const { dependencies, devDependencies } = (manifest.ok ? manifest.result : undefined) ?? {};
  return Object.hasOwn({ ...(dependencies as object), ...(devDependencies as object) }, name);
}
