import { basename, relative, resolve } from "node:path";
import type { ExitCode } from "../../engine/index.js";
import { DiagnosticError, type Diagnostic } from "../../model/index.js";
import { nearestName } from "../../std/nearest-name.js";
import type { Command, Invocation } from "../command.js";
import { problem } from "../diagnostics.js";
import {
  decideProject,
  fillTemplate,
  isAsGoodAsEmpty,
  isInstalled,
  listTemplates,
  nextCommands,
  packageManager,
  projectName,
  projectNameFault,
  projectText,
  readFolder,
  readTemplate,
  templatesText,
  writeProject,
  type FolderFacts,
  type ListedTemplate,
  type ProjectDecision,
} from "../new/index.js";
import { ownVersion } from "../own-version.js";
import { quoted, wrongUsage } from "../usage-problem.js";

export const newProject: Command = {
  name: "new",
  aliases: ["init"],
  takes: ["[template]", "[folder]"],
  says: "make a project from a template; alone, list the templates",
  examples: ["new", "new hello greetings", "new provider --name @acme/notes"],
  options: ["name"],
  run: async (invocation) => {
    const { words, face } = invocation;
    const templates = listTemplates();
    if (words[0] !== undefined) return make(templateCalled(words[0], templates), invocation);
    face.show(
      "templates",
      templates.map((each) => ({ ...each })),
      (look) => templatesText(templates, look),
    );
    if (!face.canAsk || !isAsGoodAsEmpty(readFolder(".", []).entries)) return 0;
    const answer = await face.ask(
      "\nWhich one?",
      templates.map(({ name }) => name),
    );
    if (answer !== undefined) return make(answer, invocation);
    const { exitCodes } = await import("../../engine/index.js");
    return exitCodes.interrupted;
  },
};

function templateCalled(asked: string, templates: readonly ListedTemplate[]): string {
  const names = templates.map(({ name }) => name);
  if (names.includes(asked)) return asked;
  const near = nearestName(asked, names);
  const meant = near === undefined ? "" : ` It may be ${near}.`;
  throw new DiagnosticError(
    problem("cli/no-such-template", {
      detail: `There is no template ${quoted(asked)}.${meant}`,
      hint: `There are ${names.slice(0, -1).join(", ")} and ${names.at(-1)}. See what they are:\n    coco new`,
    }),
  );
}

async function make(template: string, { words, options, face }: Invocation): Promise<ExitCode> {
  const folder = resolve(words[1] ?? ".");
  const kept = readTemplate(template);
  const paths = fillTemplate(kept, { name: "", version: "" }).map(({ path }) => path);
  const facts = readFolder(folder, paths);
  if (words[1] === undefined && !isAsGoodAsEmpty(facts.entries))
    throw new DiagnosticError(needsFolder(template, folder));
  const name = chosenName(options.name, folder, facts);
  const files = fillTemplate(kept, { name, version: ownVersion() });
  const decision = decideProject(files, facts);
  if (decision.inTheWay.length > 0) throw new DiagnosticError(inTheWay(decision.inTheWay, folder));
  writeProject(folder, decision.writes);
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
function chosenName(asked: string | undefined, folder: string, { manifest }: FolderFacts): string {
  const given = manifest?.["name"];
  const own = typeof given === "string" && given !== "" ? given : undefined;
  if (asked === undefined) return own ?? projectName(basename(folder));
  if (own !== undefined && own !== asked)
    throw wrongUsage(`The package.json that is there says that the project is called ${quoted(own)}.`, "new");
  const fault = projectNameFault(asked);
  if (fault === undefined) return asked;
  throw new DiagnosticError(
    problem("cli/project-name", {
      detail: `A project cannot be called ${quoted(asked)}. ${fault}`,
      hint: `A name is as npm takes it for a package. It could be:\n    --name ${projectName(asked)}`,
    }),
  );
}

type Lists = { readonly [list: string]: { readonly [name: string]: unknown } | undefined };

function manifestOf({ writes }: ProjectDecision, { manifest = {} }: FolderFacts): Lists {
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
