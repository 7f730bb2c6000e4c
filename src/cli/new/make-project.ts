import { existsSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { DiagnosticError, type Diagnostic } from "../../model/index.js";
import type { ExitCode } from "../../runner/index.js";
import { ownVersion } from "../../std/own-package.js";
import type { Invocation } from "../command.js";
import { problem } from "../diagnostics.js";
import { quotedWord, wrongUsage } from "../usage-problem.js";
import { decideProject, type ProjectDecision } from "./decide-project.js";
import { fillTemplate } from "./fill-template.js";
import { nextCommands, packageManager } from "./next-commands.js";
import { projectName, projectNameFault } from "./project-name.js";
import { projectText } from "./project-text.js";
import { isEffectivelyEmpty, readFolder, type FolderContents } from "./read-folder.js";
import { readTemplate } from "./template.js";
import { writeProject } from "./write-project.js";

/** Makes a project of a template in the folder that was asked for, and says what to do next. */
export async function makeProject(template: string, { words, options, face }: Invocation): Promise<ExitCode> {
  // As from a variable that is not set: here is not where it was meant to be.
  if (words[1] === "") throw wrongUsage("The name of the folder is empty.", "new");
  const folder = resolve(words[1] ?? ".");
  const kept = readTemplate(template);
  const paths = fillTemplate(kept, { name: "", version: "" }).map(({ path }) => path);
  const found = readFolder(folder, paths);
  if (words[1] === undefined && !isEffectivelyEmpty(found.entries))
    throw new DiagnosticError(needsFolder(template, folder));
  const name = chosenName(options.name, folder, found);
  const files = fillTemplate(kept, { name, version: ownVersion() });
  const { withFileLock } = await import("../../project/index.js");
  const { decision, facts } = await withFileLock(join(folder, "package.json"), async () => {
    const facts = readFolder(folder, paths);
    const decision = decideProject(files, facts);
    if (decision.inTheWay.length > 0) throw new DiagnosticError(inTheWay(decision.inTheWay, folder));
    writeProject(folder, decision.writes);
    return { decision, facts };
  });
  if (decision.keptSettings.length > 0) face.complain([settingsKept(decision)]);
  const { scripts = {}, ...manifest } = manifestOf(decision, facts);
  const shown = relative(process.cwd(), folder);
  const next = nextCommands({
    folder: shown,
    isIncomplete: dependenciesOf(manifest).some((each) => !isInstalled(each, folder)),
    paths,
    hasTest: Object.hasOwn(scripts, "test"),
    manager: packageManager(process.env["npm_config_user_agent"]),
  });
  const written = decision.writes.map(({ path, before }) => ({
    path,
    action: before === undefined ? "create" : "merge",
  }));
  face.show("project", { template, folder, name, files: written, kept: decision.kept, next }, (look) =>
    projectText({ template, folder: shown || ".", ...decision, next }, look),
  );
  return 0;
}

/** As asked for, else as the package is called that is there, else as the folder is. */
function chosenName(asked: string | undefined, folder: string, { manifest }: FolderContents): string {
  const given = manifest?.["name"];
  const own = typeof given === "string" && given !== "" ? given : undefined;
  if (asked === undefined) return own ?? projectName(basename(folder));
  if (own !== undefined && own !== asked)
    throw wrongUsage(
      `The package.json that is there says that the project is called ${quotedWord(own)}.`,
      "new",
    );
  const fault = projectNameFault(asked);
  if (fault === undefined) return asked;
  throw new DiagnosticError(
    problem("cli/project-name", {
      detail: `A project cannot be called ${quotedWord(asked)}. ${fault}`,
      hint: `A name is as npm takes it for a package. It could be:\n    --name ${projectName(asked)}`,
    }),
  );
}

type Lists = { readonly [list: string]: { readonly [name: string]: unknown } | undefined };

function manifestOf({ writes }: ProjectDecision, { manifest = {} }: FolderContents): Lists {
  const written = writes.find(({ path }) => path === "package.json");
  return (written === undefined ? manifest : JSON.parse(written.text)) as Lists;
}

function dependenciesOf({ dependencies, devDependencies, peerDependencies }: Lists): readonly string[] {
  return Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies });
}

function needsFolder(template: string, folder: string): Diagnostic {
  return problem("cli/folder-taken", {
    detail: `${folder} has files of another project in it.`,
    hint: `Name a folder for the new one:\n    coco new ${template} <folder>\nIf it belongs here, say so:\n    coco new ${template} .`,
  });
}

function inTheWay(paths: readonly string[], folder: string): Diagnostic {
  return problem("cli/files-in-the-way", {
    detail: `In ${folder} there is something else at ${paths.length === 1 ? "this path" : "these paths"}, and nothing is overwritten:\n${paths.map((path) => `    ${path}`).join("\n")}`,
    hint: "Nothing was written. Move away what is there, or choose another folder.",
  });
}

function settingsKept({ keptSettings }: ProjectDecision): Diagnostic {
  return problem("cli/settings-kept", {
    severity: "warning",
    detail: `package.json keeps its own ${keptSettings.join(", ")}, which the template has otherwise.`,
    hint: keptSettings.includes("type")
      ? "The files of the template are ES modules. If nothing else in the project is not:\n    npm pkg set type=module"
      : "Compare them with the README of the template if something does not work.",
  });
}

/** Whether a file in the folder would find the package, as Node looks for it. */
function isInstalled(name: string, folder: string): boolean {
  if (existsSync(join(folder, "node_modules", name, "package.json"))) return true;
  return dirname(folder) !== folder && isInstalled(name, dirname(folder));
}
