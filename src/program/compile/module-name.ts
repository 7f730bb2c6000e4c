import { basename } from "node:path";
import { packageAround, slashPath } from "./find-package.js";

export interface ModuleName {
  /** `<package>:<path from its root, no extension>`, such as `shop:cluster/network`. */
  readonly module: string;
  /** The module as the first two parts of a type: `shop:cluster_network`. */
  readonly typePrefix: string;
}

/** Returns the module of a file for names and types. Without a package, the project folder replaces it. */
export function moduleName(file: string, projectFolder: string): ModuleName {
  const found = packageAround(file);
  const root = found?.folder ?? projectFolder;
  const name = typeof found?.manifest.name === "string" ? found.manifest.name : basename(root);
  const path = slashPath(root, file).replace(/\.[cm]?[jt]sx?$/, "");
  return { module: `${name}:${path}`, typePrefix: `${identifier(name, "p")}:${identifier(path, "m")}` };
}

/**
 * Returns a valid part of a type: letters, digits and `_`, beginning with a letter. Each run of other characters
 * becomes one `_`, characters before the first letter or digit are removed, and a leading digit gets a letter before
 * it.
 */
function identifier(text: string, letter: string): string {
  const plain = text.replaceAll(/[^\p{L}\p{Nd}]+/gu, "_").replaceAll(/^_+|_+$/g, "");
  return /^\p{L}/u.test(plain) ? plain : letter + plain;
}
