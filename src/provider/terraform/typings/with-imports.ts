import { jsonMembers, type JsonMembers } from "../../../std/json-members.js";
import { JSON } from "../../../std/plain-json.js";

/** The result of making a package.json map `#tf/…` to the generated modules. */
export type WithImports =
  /** It maps them already. */
  | { readonly kind: "unchanged" }
  | { readonly kind: "changed"; readonly text: string }
  /** It maps `#tf/*` to something else, or its text is no JSON object. `hint` says what the user can do. */
  | { readonly kind: "refused"; readonly reason: string; readonly hint: string };

/** The private imports of package.json that lead to the generated modules. */
export const typingsImport = { key: "#tf/*", target: "./.coconut/tf/*.js" } as const;

/** Adds the private imports of generated modules to the text of a package.json. Everything else stays as it is. */
export function withImports(text: string): WithImports {
  const manifest = jsonMembers(text);
  if ("fault" in manifest) return refused("package.json is not a JSON object.");
  const imports = manifest.members.find(({ key }) => key === "imports");
  if (imports === undefined)
    return { kind: "changed", text: withMember(text, manifest, (style) => importsText(style)) };
  const inside = text.slice(imports.valueStart, imports.valueEnd);
  const members = jsonMembers(inside);
  if ("fault" in members) return refused('"imports" in package.json is not an object.');
  const found = members.members.find(({ key }) => key === typingsImport.key);
  if (found === undefined) {
    const added = withMember(inside, members, () => entry, styleOf(text, manifest));
    return {
      kind: "changed",
      text: text.slice(0, imports.valueStart) + added + text.slice(imports.valueEnd),
    };
  }
  const target = inside.slice(found.valueStart, found.valueEnd);
  if (JSON.parse(target) === typingsImport.target) return { kind: "unchanged" };
  return refused(`"imports" in package.json maps "${typingsImport.key}" to something else: ${target}.`);
}

function refused(reason: string): WithImports {
  const { key, target } = typingsImport;
  return {
    kind: "refused",
    reason,
    hint: `Generated modules are imported as "#tf/…". Add this to package.json yourself:\n    "imports": { "${key}": "${target}" }`,
  };
}

const entry = `${JSON.stringify(typingsImport.key)}: ${JSON.stringify(typingsImport.target)}`;

function importsText({ lineBreak, indent, unit }: Style): string {
  if (lineBreak === "") return `"imports": { ${entry} }`;
  return `"imports": {${lineBreak}${indent}${unit}${entry}${lineBreak}${indent}}`;
}

/** The layout of the members of an object. */
interface Style {
  /** Empty if they are on one line. */
  readonly lineBreak: string;
  /** The white space before each member. */
  readonly indent: string;
  /** The white space that each level adds. */
  readonly unit: string;
}

function styleOf(text: string, { open, members: [first] }: JsonMembers, outer?: Style): Style {
  const before = text.slice(open + 1, first?.keyStart ?? open + 1);
  const lineBreak = /\r?\n/.exec(before)?.[0];
  const unit = outer?.unit ?? "  ";
  if (first !== undefined && lineBreak === undefined) return { lineBreak: "", indent: "", unit };
  if (first !== undefined && lineBreak !== undefined) {
    const indent = before.slice(before.lastIndexOf("\n") + 1);
    return { lineBreak, indent, unit: outer?.unit ?? indent };
  }
  if (outer?.lineBreak === "") return outer;
  return { lineBreak: outer?.lineBreak ?? "\n", indent: `${outer?.indent ?? ""}${unit}`, unit };
}

/** Adds a member at the end of an object. */
function withMember(
  text: string,
  found: JsonMembers,
  member: (style: Style) => string,
  outer?: Style,
): string {
  const { open, close, members } = found;
  const style = styleOf(text, found, outer);
  const { lineBreak, indent } = style;
  const last = members.at(-1);
  if (last !== undefined) {
    const added = lineBreak === "" ? `, ${member(style)}` : `,${lineBreak}${indent}${member(style)}`;
    return text.slice(0, last.valueEnd) + added + text.slice(last.valueEnd);
  }
  const added =
    lineBreak === ""
      ? ` ${member(style)} `
      : `${lineBreak}${indent}${member(style)}${lineBreak}${outer?.indent ?? ""}`;
  return text.slice(0, open + 1) + added + text.slice(close);
}
