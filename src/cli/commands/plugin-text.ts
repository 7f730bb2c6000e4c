import type { CheckedPlugin } from "../../operations/index.js";
import type { Look } from "../../render/index.js";
import { paintLines, wrapText } from "../../render/layout/index.js";
import { counted } from "../../std/counted.js";
import { tableText } from "../table-text.js";

type PackageContents = Extract<CheckedPlugin, { kind: "package" }>["contents"];
type DescribedType = Extract<CheckedPlugin, { kind: "type" }>["type"];
type DescribedMember = DescribedType["members"][number];

/** Returns what a plugin has, or the fields of one of its types. */
export function pluginText(plugin: CheckedPlugin, look: Look): string {
  return plugin.kind === "package" ? contentsText(plugin.contents, look) : typeText(plugin.type, look);
}

function contentsText(contents: PackageContents, { command }: Look): string {
  const { name, version, resources, dataSources, ephemeralResources, functions } = contents;
  const section = (title: string, members: PackageContents["resources"]) =>
    members.length === 0
      ? ""
      : `\n${counted(members.length, title)}\n${tableText(members.map(({ token, export: exported, module }) => [`  ${token}`, exported, module]))}`;
  return [
    `${name} ${version}\n`,
    section("resource type", resources),
    section("data source", dataSources),
    section("ephemeral resource", ephemeralResources),
    section("function", functions),
    `\nThe fields of a type:\n    ${command(`coco provider check ${resources[0]?.token ?? name}`)}\n`,
  ].join("");
}

function typeText(type: DescribedType, look: Look): string {
  const { token, export: exported, module, description, deprecated, members } = type;
  const inputs = members.filter(({ required, optional }) => required || optional);
  const outputs = members.filter(({ required, optional }) => !required && !optional);
  return [
    `${token}\n  import { ${exported} } from "${module}";\n`,
    deprecated === undefined ? "" : `  Deprecated${deprecated === "" ? "" : `: ${deprecated}`}\n`,
    description === undefined || description === ""
      ? ""
      : `\n${paintLines(wrapText(`  ${firstSentence(description)}`, look.width), look)}`,
    membersText("inputs", inputs),
    membersText("outputs", outputs),
  ].join("");
}

function membersText(title: string, members: readonly DescribedMember[]): string {
  return members.length === 0
    ? ""
    : `\n  ${title}\n${tableText(members.flatMap((each) => rowsOf(each, "    ")))}`;
}

function rowsOf(member: DescribedMember, indent: string): string[][] {
  const { name, required, optional, type, members = [] } = member;
  const own = [`${indent}${name}${required || !optional ? "" : "?"}`, type, marksOf(member)];
  return [own, ...members.flatMap((each) => rowsOf(each, `${indent}  `))];
}

function marksOf({
  isBlock,
  minItems,
  maxItems,
  optional,
  computed,
  sensitive,
  writeOnly,
  deprecated,
}: DescribedMember): string {
  return [
    ...(isBlock ? [blockText(minItems, maxItems)] : []),
    ...(optional && computed ? ["set by the provider if it is not given"] : []),
    ...(sensitive ? ["secret"] : []),
    ...(writeOnly ? ["never stored"] : []),
    ...(deprecated === undefined ? [] : ["deprecated"]),
  ].join(", ");
}

function blockText(least = 0, most = 0): string {
  if (most === 0) return least === 0 ? "block" : `block, at least ${least}`;
  return least === most ? `block, exactly ${most}` : `block, at most ${most}`;
}

/** Descriptions are Markdown of any length. */
function firstSentence(text: string): string {
  const line = text
    .trim()
    .split(/\n\s*\n/)[0]!
    .replaceAll(/\s+/g, " ");
  return /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
}
