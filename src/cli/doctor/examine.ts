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
  /** The stack to look at; else all. */
  readonly asked: EnvironmentAsked;
  /** What is at the other end of the output, if that is of interest. */
  readonly terminal: Terminal | undefined;
}

/** Looks at everything, in the order in which one thing needs another. */
export async function examine({ folder: named, asked, terminal }: Examination): Promise<readonly Finding[]> {
  const folder = examinedFolder(named);
  const project = await projectFacts(folder);
  const settings = project.project.ok ? project.project.result : undefined;
  const { inspectProjectPackages, inspectStore } = await import("../../operations/index.js");
  const inspected = await inspectStore({
    // Without project files the store is the folder of the project, where a stack is found whoever it belongs to.
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

/** That of the project. One that is not to be used is a finding elsewhere. */
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
  // One after the other: opening a key costs much memory.
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

/** Project files that name no stack in an understandable way are a finding elsewhere. */
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
      ? "There is none yet: the first apply makes one."
      : `These exist: ${names.join(", ")}.`;
  return reportOn(`Stack ${wanted}`)("stack", "problem", "There is no stack of this name.", others);
}

/** What findings come to: state that is not what was written outweighs everything. */
export function outcomeOf(findings: readonly Finding[]): "ok" | "failed" | "integrity" {
  const problems = findings.filter(({ state }) => state === "problem");
  if (problems.some(({ name }) => name === integrityCheck)) return "integrity";
  return problems.length > 0 ? "failed" : "ok";
}
