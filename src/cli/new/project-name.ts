import { isBuiltin } from "node:module";

/**
 * Derives a project name from a folder name. The result is a valid npm package name, and therefore also valid in a URN.
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

/** Returns why a name is invalid; undefined if it is valid. */
export function projectNameFault(name: string): string | undefined {
  const [, scope, own = ""] = /^(?:@([^/]*)\/)?(.*)$/s.exec(name) ?? [];
  const parts = scope === undefined ? [own] : [scope, own];
  if (name.length > longest) return `It has more than ${longest} characters.`;
  if (parts.includes("")) return "It is empty, or one of its parts is.";
  if (name !== name.toLowerCase()) return "It has uppercase letters.";
  if (parts.some((part) => /^[._-]/.test(part))) return "It starts with a dot, a dash or an underscore.";
  if (!parts.every((part) => /^[a-z0-9._-]+$/.test(part)))
    return "It may only have lowercase letters, digits, dots, dashes and underscores.";
  if (isBuiltin(own) || reserved.has(own)) return "The name is reserved by Node or npm.";
  if (installed.has(name)) return "The project depends on a package with this name.";
  return undefined;
}

/** Limit of npm. */
const longest = 214;

const reserved: ReadonlySet<string> = new Set(["node_modules", "favicon.ico"]);

/** Dependencies of the templates. A package cannot depend on itself. */
const installed: ReadonlySet<string> = new Set(["@coconut/coconut", "@types/node", "typescript", "valibot"]);
