import { posix } from "node:path";

/**
 * Returns the normalized path: `out/a.txt` for `./out//a.txt`. A relative path stays relative, so that it is the same on
 * every machine.
 */
export function normalPath(path: string): string {
  const normal = posix.normalize(path);
  return normal.length > 1 && normal.endsWith("/") ? normal.slice(0, -1) : normal;
}

/** Returns why a string is not a valid path of a file, folder or link; undefined if it is. */
export function pathFault(path: string, kind: "file" | "folder" | "link"): string | undefined {
  const text = textFault(path);
  if (text !== undefined) return text;
  if (kind === "folder") return undefined;
  if (path.endsWith("/")) return `${JSON.stringify(path)} ends with a slash, so it is the path of a folder.`;
  const last = posix.basename(normalPath(path));
  return ["", ".", ".."].includes(last) ? `${JSON.stringify(path)} is the path of a folder.` : undefined;
}

/** Returns why the file system cannot store a string, such as the target of a link; undefined if it can. */
export function textFault(path: string): string | undefined {
  if (path === "") return "It is empty.";
  const control = path.search(/\p{Cc}/u);
  if (control >= 0) {
    const code = path.charCodeAt(control).toString(16).toUpperCase().padStart(4, "0");
    return `It contains the control character U+${code} at index ${control}. Remove it.`;
  }
  const half = path.search(/\p{Surrogate}/u);
  return half < 0
    ? undefined
    : `It contains an unpaired surrogate at index ${half}, so it is not valid Unicode.`;
}
