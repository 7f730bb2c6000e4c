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

/** Creates a project from a template in the given folder and prints the next steps. */
export async function makeProject(template: string, { words, options, face }: Invocation): Promise<ExitCode> {
  // Probably an unset shell variable: the current folder was not meant.
  if (words[1] === "") throw wrongUsage("The folder name is empty.", "new");
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

/** Returns the project name: from `--name`, an existing package.json, or the folder. */
function chosenName(asked: string | undefined, folder: string, { manifest }: FolderContents): string {
  const given = manifest?.["name"];
  const own = typeof given === "string" && given !== "" ? given : undefined;
  if (asked === undefined) return own ?? projectName(basename(folder));
  if (own !== undefined && own !== asked)
    throw wrongUsage(
      `The existing package.json has the name ${quotedWord(own)}. Omit --name, or change the file.`,
      "new",
    );
  const fault = projectNameFault(asked);
  if (fault === undefined) return asked;
  throw new DiagnosticError(
    problem("cli/invalid-project-name", {
      detail: `The project name ${quotedWord(asked)} is not valid. ${fault}`,
      hint: `Use a valid npm package name, for example:\n    --name ${projectName(asked)}`,
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
  return problem("cli/unusable-folder", {
    detail: `${folder} is not empty.`,
    hint: `Name a folder for the new project:\n    coco new ${template} <folder>\nTo create it in this folder anyway:\n    coco new ${template} .`,
  });
}

function inTheWay(paths: readonly string[], folder: string): Diagnostic {
  return problem("cli/files-exist", {
    detail: `coco new does not overwrite files. ${paths.length === 1 ? "This path already exists" : "These paths already exist"} in ${folder}:\n${paths.map((path) => `    ${path}`).join("\n")}`,
    hint: "No files were written. Move the existing files, or choose another folder.",
  });
}

function settingsKept({ keptSettings }: ProjectDecision): Diagnostic {
  return problem("cli/package-json-differs", {
    severity: "warning",
    detail: `package.json already has other values for ${keptSettings.join(", ")} than the template. They were kept.`,
    hint: keptSettings.includes("type")
      ? "The files of the template are ES modules. If the project has no CommonJS files:\n    npm pkg set type=module"
      : "If something does not work, compare them with the README of the template.",
  });
}

/** True if Node would resolve the package from the folder. */
function isInstalled(name: string, folder: string): boolean {
  if (existsSync(join(folder, "node_modules", name, "package.json"))) return true;
  return dirname(folder) !== folder && isInstalled(name, dirname(folder));
}
