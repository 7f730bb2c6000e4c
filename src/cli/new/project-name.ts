import { isBuiltin } from "node:module";

/**
 * A name for the project in a folder that is called so: what npm takes as the name of a package, and so also what a
 * URN takes as that of a project.
 */
export function projectName(folderName: string): string {
  const plain = folderName
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{Mark}/gu, "")
    .replaceAll(/[^a-z0-9._-]+/g, "-")
    .replaceAll(/^[._-]+|[.-]+$/g, "")
    .slice(0, 100);
  if (plain === "") return "my-project";
  return projectNameFault(plain) === undefined ? plain : `${plain}-project`;
}

/** What is wrong with a name; undefined if nothing is. */
export function projectNameFault(name: string): string | undefined {
  const [, scope, own = ""] = /^(?:@([^/]*)\/)?(.*)$/s.exec(name) ?? [];
  const parts = scope === undefined ? [own] : [scope, own];
  if (name.length > longest) return `It has more than ${longest} characters.`;
  if (parts.includes("")) return "It is empty, or a part of it is.";
  if (name !== name.toLowerCase()) return "It has capital letters.";
  if (parts.some((part) => /^[._-]/.test(part))) return "It begins with a dot, a dash or an underscore.";
  if (!parts.every((part) => /^[a-z0-9._-]+$/.test(part)))
    return "It has other characters than small letters, digits, dots, dashes and underscores.";
  if (isBuiltin(own) || reserved.has(own)) return "Node or npm uses it for something else.";
  if (installed.has(name)) return "A package of that name is installed into the project.";
  return undefined;
}

/** npm's own limit. */
const longest = 214;

const reserved: ReadonlySet<string> = new Set(["node_modules", "favicon.ico"]);

/** What templates depend on: no package can depend on itself. */
const installed: ReadonlySet<string> = new Set(["@coconut/coconut", "@types/node", "typescript", "valibot"]);
