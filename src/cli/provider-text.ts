import type { CheckedFields, CheckedType, ProviderOffers, UsedPackage } from "../operations/index.js";
import { tableText } from "./table-text.js";

/** The packages that are used, a line each. */
export function packagesText(packages: readonly UsedPackage[]): string {
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
export function providerText({
  name,
  version,
  config,
  types,
  components,
  functions,
}: ProviderOffers): string {
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
