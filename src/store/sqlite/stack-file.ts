import { Buffer } from "node:buffer";

const extension = ".db";
const longestName = 200;

/** The file of a stack; undefined if no file can have such a name. */
export function stackFile(name: string): string | undefined {
  const file = fileName(name);
  return file === undefined ? undefined : `${file}${extension}`;
}

/** The folder of a project in a folder that several share; undefined if no folder can have such a name. */
export function projectFolderName(project: string): string | undefined {
  return fileName(project);
}

/** What the file of a stack was called when devices were not told apart, if that is another name. */
export function formerStackFile(name: string): string | undefined {
  return device.test(name) ? `${name}${extension}` : undefined;
}

/** The stack of a file; undefined for files of another kind. */
export function stackOfFile(file: string): string | undefined {
  return file.endsWith(extension) ? nameOf(file.slice(0, -extension.length)) : undefined;
}

/** The project of a folder; undefined for folders of another kind. None of them ends like the file of a stack. */
export function projectOfFolder(folder: string): string | undefined {
  return nameOf(folder);
}

/**
 * Letters that some file systems do not tell apart, and everything that means something to one, are written as their
 * bytes, so that each name has one file and every file one name. So is the beginning of what Windows takes for a device,
 * whatever ending it has.
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
