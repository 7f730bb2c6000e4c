import { resolve } from "node:path";
import type { Json } from "../../model/index.js";
import type { CheckedFields, CheckedType, ProviderOffers, UsedPackage } from "../../operations/index.js";
import type { Command } from "../command.js";
import { onProgram, shown } from "../on-program.js";
import { stackOptions } from "../options.js";
import { readProject } from "../read-project.js";
import { tableText } from "../table-text.js";

const list: Command = {
  name: "provider ls",
  takes: [],
  says: "list the packages that the program and state use, and where each is from",
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
  takes: ["<name or file>"],
  wants: { "name or file": "package" },
  says: "load a provider and say what it offers: types, fields, what it can do with them",
  examples: ["provider check local", "provider check ./disk.ts"],
  options: ["cwd"],
  run: async ({ words, options, face }) => {
    const { folder } = readProject(options.cwd ?? ".");
    const { checkProviders } = await import("../../operations/index.js");
    const asked = words[0]!;
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

/** A path, or what only a module is called like. */
const isFile = /^[./\\]|\.[cm]?[jt]s$/;

export const provider: readonly Command[] = [list, check];

/** The packages that are used, a line each. */
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
    before.length === 0 ? "" : `state also has ${before.join(", ")}`,
  ];
}

/** Everything that a provider offers, its types with their fields. */
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
    adoptable ? "found again after a crash" : "not found again after a crash",
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
