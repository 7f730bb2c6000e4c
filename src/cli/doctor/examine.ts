import { resolve } from "node:path";
import { isDiagnosticError, printEnvironment } from "../../model/index.js";
import type { StackInspection } from "../../operations/index.js";
import { shellWord } from "../../std/shell-word.js";
import { chosenEnvironment, type EnvironmentAsked } from "../environment.js";
import { projectFolder } from "../project-folder.js";
import type { Terminal } from "../terminal/index.js";
import {
  gitChecks,
  integrityCheck,
  isProject,
  machineChecks,
  packageChecks,
  projectChecks,
  stackChecks,
  storeChecks,
  terminalChecks,
  type CheckedPackage,
  type ProjectFacts,
} from "./checks/index.js";
import { foundPackages, gitFacts, machineFacts, projectFacts, storeFacts } from "./facts/index.js";
import { reportOn, type Finding } from "./finding.js";

export interface Examination {
  readonly folder: string;
  /** The stack to check; all stacks if empty. */
  readonly asked: EnvironmentAsked;
  /** The terminal, if it is to be part of the report. */
  readonly terminal: Terminal | undefined;
}

/** Runs all checks, each after the ones it depends on. */
export async function examine({ folder: named, asked, terminal }: Examination): Promise<readonly Finding[]> {
  const folder = examinedFolder(named);
  const project = await projectFacts(folder);
  const settings = project.project.ok ? project.project.result : undefined;
  const { inspectProjectPackages, inspectStore } = await import("../../operations/index.js");
  const inspected = await inspectStore({
    // Without project files, the default store finds stacks of any project.
    project: settings?.name ?? "",
    projectFolder: folder,
    ...(settings?.store !== undefined && { store: settings.store }),
  });
  const machine = machineChecks(await machineFacts(inspected.folder?.path ?? folder));
  const around = terminal === undefined ? [] : terminalChecks(terminal);
  if (!project.isFolder || !isProject(project)) return [...machine, ...projectChecks(project), ...around];
  const names = inspected.stacks.ok ? inspected.stacks.result : [];
  const stacks = await examineStacks(project, asked, names);
  return [
    ...machine,
    ...projectChecks(project),
    ...packageChecks({ project: await inspectProjectPackages(folder), inState: stacks.packages }),
    ...gitChecks(gitFacts(folder, inspected.folder)),
    ...storeChecks(storeFacts(inspected)),
    ...stacks.findings,
    ...around,
  ];
}

/** Returns the project folder. A project of another user is reported by a check. */
function examinedFolder(named: string): string {
  try {
    return projectFolder(named);
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    return resolve(named);
  }
}

async function examineStacks(
  facts: ProjectFacts,
  asked: EnvironmentAsked,
  names: readonly string[],
): Promise<{ readonly packages: readonly CheckedPackage[]; readonly findings: readonly Finding[] }> {
  const { folder, project } = facts;
  const settings = project.ok ? project.result : undefined;
  const { inspectStack } = await import("../../operations/index.js");
  const chosen = settings?.usual ?? {};
  const isNamed = asked.stack !== undefined || asked.namespace !== undefined;
  const wanted = isNamed ? printEnvironment(chosenEnvironment(asked, chosen)) : undefined;
  if (wanted !== undefined && !names.includes(wanted))
    return { packages: [], findings: [noStack(wanted, names)] };
  const place = {
    project: settings?.name ?? "",
    projectFolder: folder,
    ...(settings?.store !== undefined && { store: settings.store }),
  };
  const inspections: StackInspection[] = [];
  // Sequentially: deriving a key needs much memory.
  for (const name of wanted === undefined ? names : [wanted])
    inspections.push(await inspectStack(place, name));
  const inState = inspections.flatMap(({ opened }) => (opened?.ok ? opened.result.packages : []));
  const packages = await foundPackages(inState, { folder, main: settings?.main });
  const usual = usualStack(chosen);
  return {
    packages,
    findings: inspections.flatMap((inspection) =>
      stackChecks({
        inspection,
        project: settings?.name,
        packages,
        aim: (line) => (inspection.stack === usual ? line : `${line} -s ${shellWord(inspection.stack)}`),
      }),
    ),
  };
}

/** Returns the default stack; undefined if the project files are invalid, which a check reports. */
function usualStack(usual: EnvironmentAsked): string | undefined {
  try {
    return printEnvironment(chosenEnvironment({}, usual));
  } catch {
    return undefined;
  }
}

function noStack(wanted: string, names: readonly string[]): Finding {
  const others =
    names.length === 0
      ? "There are no stacks yet. The first apply creates one."
      : `Existing stacks: ${names.join(", ")}.`;
  return reportOn(`Stack ${wanted}`)("stack", "problem", "The stack does not exist.", others);
}

/** Returns the exit code name for findings. An integrity problem takes precedence. */
export function outcomeOf(findings: readonly Finding[]): "ok" | "failed" | "integrity" {
  const problems = findings.filter(({ state }) => state === "problem");
  if (problems.some(({ name }) => name === integrityCheck)) return "integrity";
  return problems.length > 0 ? "failed" : "ok";
}
