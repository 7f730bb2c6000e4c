import { resolve } from "node:path";
import type { Json } from "../../model/index.js";
import type { CheckedFields, CheckedType, ProviderOffers, UsedPackage } from "../../operations/index.js";
import { projectFolder } from "../project-folder.js";
import { installCommands } from "./install.js";
import { pluginText } from "./plugin-text.js";
import type { Command } from "../command.js";
import { onProgram, shown } from "../on-program.js";
import { stackOptions } from "../options.js";
import { readProject } from "../read-project.js";
import { tableText } from "../table-text.js";

const list: Command = {
  name: "provider ls",
  takes: [],
  says: "List the packages that the program and state use, and where each comes from",
  examples: ["provider ls"],
  options: stackOptions,
  run: async (invocation) =>
    onProgram(invocation, async (stack) => {
      const { packages, diagnostics } = await stack.packages();
      invocation.face.complain(diagnostics);
      invocation.face.show("packages", packages as unknown as Json, () => packagesText(packages));
      return shown;
    }),
};

const check: Command = {
  name: "provider check",
  takes: ["<name, type or file>"],
  wants: { "name, type or file": "package" },
  says: "Load a provider and print its resource types, their fields and capabilities",
  examples: [
    "provider check local",
    "provider check tf_aws",
    "provider check tf_aws:aws_s3_bucket",
    "provider check ./disk.ts",
  ],
  options: ["cwd"],
  run: async ({ words, options, face }) => {
    const { checkPlugin, checkProviders } = await import("../../operations/index.js");
    const asked = words[0]!;
    const plugin = isFile.test(asked)
      ? undefined
      : await checkPlugin(asked, projectFolder(options.cwd ?? "."));
    if (plugin !== undefined) {
      const [name, data] =
        plugin.kind === "type" ? (["type", plugin.type] as const) : (["package", plugin.contents] as const);
      face.show(name, data as unknown as Json, (look) => pluginText(plugin, look));
      return 0;
    }
    const { folder } = readProject(options.cwd ?? ".");
    const providers = await checkProviders(
      isFile.test(asked) ? { file: resolve(asked) } : { name: asked },
      folder,
    );
    const [data, notes] = [providers.map(({ offers }) => offers), providers.flatMap((each) => each.notes)];
    face.show("providers", data as unknown as Json, () => data.map(providerText).join("\n"));
    face.complain(notes);
    return 0;
  },
};

/** Matches a path, or a file name with the extension of a module. */
const isFile = /^[./\\]|\.[cm]?[jt]s$/;

export const provider: readonly Command[] = [...installCommands, list, check];

/** Returns a table of the packages. */
function packagesText(packages: readonly UsedPackage[]): string {
  if (packages.length === 0) return "Neither the program nor state uses a package.\n";
  const heads = ["package", "version", "from", "used by", "resources", "types", ""];
  return tableText([heads, ...packages.map(packageRow)]);
}

function packageRow({ name, version, module, usedBy, resources, types, recorded }: UsedPackage): string[] {
  const before = recorded.map((each) => `${each.version} (${each.module})`);
  return [
    name,
    version,
    module,
    usedBy === "both" ? "program, state" : usedBy,
    String(resources),
    String(types),
    before.length === 0 ? "" : `state also uses ${before.join(", ")}`,
  ];
}

/** Returns the configuration, resource types, components and functions of a provider, with their fields. */
function providerText({ name, version, config, types, components, functions }: ProviderOffers): string {
  const members = [
    ...components.map((each) => ({ what: "component", ...each })),
    ...functions.map((each) => ({ what: "function", ...each })),
  ];
  return [
    `${name} ${version}\n`,
    fieldsText("configuration", config),
    ...types.map((type) => `\n${type.type}\n${typeFacts(type)}${memberText(type)}`),
    ...members.map(({ what, ...member }) => `\n${member.type} (${what})\n${memberText(member)}`),
  ].join("");
}

function typeFacts({ importable, adoptable, logs, stats, replaceOn, schemaVersion }: CheckedType): string {
  const can = [
    importable ? "importable" : "not importable",
    adoptable ? "recoverable after a crash" : "not recoverable after a crash",
    ...(logs ? ["logs"] : []),
    ...(stats ? ["stats"] : []),
    ...(schemaVersion > 1 ? [`schema ${schemaVersion}`] : []),
  ];
  const replaced = replaceOn.length === 0 ? "" : `  replaced when ${anyOf(replaceOn)} changes\n`;
  return `  ${can.join(", ")}\n${replaced}`;
}

function anyOf(fields: readonly string[]): string {
  return new Intl.ListFormat("en", { type: "disjunction" }).format(fields);
}

function memberText({ inputs, outputs }: Pick<CheckedType, "inputs" | "outputs">): string {
  return fieldsText("inputs", inputs) + fieldsText("outputs", outputs);
}

function fieldsText(title: string, fields: CheckedFields): string {
  const rows = Object.entries(fields).map(([name, { type, optional, secret }]) => [
    `    ${name}${optional ? "?" : ""}`,
    secret ? `${type} (secret)` : type,
  ]);
  return rows.length === 0 ? "" : `  ${title}\n${tableText(rows)}`;
}
