import { fileURLToPath } from "node:url";
import { ownCode } from "./own-folder.js";

/** Whether a file on a stack is the author's: of no package, not of this one, and no program as it was compiled. */
export function isAuthorsFile(file: string): boolean {
  return isAbsolute.test(file) && !file.startsWith(ownFiles) && !besideAuthors.test(file);
}

const isAbsolute = /^(?:\/|[A-Za-z]:[\\/])/;
const ownFiles = fileURLToPath(ownCode);
const besideAuthors = /[\\/](?:node_modules|\.coconut)[\\/]/;
