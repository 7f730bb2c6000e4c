import { Buffer } from "node:buffer";

const extension = ".db";
const longestName = 200;

/** Returns the file name of a stack; undefined if no file can have it. */
export function stackFile(name: string): string | undefined {
  const file = fileName(name);
  return file === undefined ? undefined : `${file}${extension}`;
}

/** Returns the name of a project's subfolder in a shared folder; undefined if no folder can have it. */
export function projectFolderName(project: string): string | undefined {
  return fileName(project);
}

/** Returns the file name of a stack from before device names were escaped, if it differs. */
export function formerStackFile(name: string): string | undefined {
  return device.test(name) ? `${name}${extension}` : undefined;
}

/** Returns the stack of a file; undefined for other files. */
export function stackOfFile(file: string): string | undefined {
  return file.endsWith(extension) ? nameOf(file.slice(0, -extension.length)) : undefined;
}

/** Returns the project of a folder; undefined for other folders. Their names never end like the file of a stack. */
export function projectOfFolder(folder: string): string | undefined {
  return nameOf(folder);
}

/**
 * Escapes letters that some file systems do not distinguish, and all special characters, so that names and files
 * correspond one to one. Also escapes the beginning of names that Windows treats as devices, whatever their extension.
 */
function fileName(name: string): string | undefined {
  const isDevice = device.test(name);
  const file = Array.from(name, (character, index) =>
    plain.test(character) && !(isDevice && index === 0)
      ? character
      : Array.from(Buffer.from(character), (byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
  ).join("");
  return file === "" || file.length > longestName ? undefined : file;
}

function nameOf(file: string): string | undefined {
  try {
    const name = decodeURIComponent(file);
    return fileName(name) === file ? name : undefined;
  } catch {
    return undefined;
  }
}

const plain = /^[a-z0-9_-]$/;
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;
