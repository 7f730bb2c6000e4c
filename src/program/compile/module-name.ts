import { basename } from "node:path";
import { packageAround, slashPath } from "./find-package.js";

export interface ModuleName {
  /** `<package>:<path from its root, no extension>`, such as `shop:cluster/network`. */
  readonly module: string;
  /** The same as the first two parts of a type: `shop:cluster_network`. */
  readonly typePrefix: string;
}

/** How the file is called in names and types. Without a package, the project's folder stands for one. */
export function moduleName(file: string, projectFolder: string): ModuleName {
  const found = packageAround(file);
  const root = found?.folder ?? projectFolder;
  const name = typeof found?.manifest.name === "string" ? found.manifest.name : basename(root);
  const path = slashPath(root, file).replace(/\.[cm]?[jt]sx?$/, "");
  return { module: `${name}:${path}`, typePrefix: `${identifier(name, "p")}:${identifier(path, "m")}` };
}

/**
 * Parts of types are letters, digits and `_`, and begin with a letter: everything else becomes one `_`, what
 * stands before the first letter or digit is left out, and a digit gets a letter put before it.
 */
function identifier(text: string, letter: string): string {
  const plain = text.replaceAll(/[^\p{L}\p{Nd}]+/gu, "_").replaceAll(/^_+|_+$/g, "");
  return /^\p{L}/u.test(plain) ? plain : letter + plain;
}
