import { posix } from "node:path";

/**
 * The one spelling of a path: `./out//a.txt` is `out/a.txt`. A relative one stays relative, so that it means the
 * same on every machine.
 */
export function normalPath(path: string): string {
  const normal = posix.normalize(path);
  return normal.length > 1 && normal.endsWith("/") ? normal.slice(0, -1) : normal;
}

/** Why a text cannot be the path of a file, folder or link; nothing for one that can. */
export function pathFault(path: string, kind: "file" | "folder" | "link"): string | undefined {
  const text = textFault(path);
  if (text !== undefined) return text;
  if (kind === "folder") return undefined;
  if (path.endsWith("/")) return `${JSON.stringify(path)} ends in a slash, and so names a folder.`;
  const last = posix.basename(normalPath(path));
  return ["", ".", ".."].includes(last) ? `${JSON.stringify(path)} names a folder.` : undefined;
}

/** The same for any text that the file system takes, such as the target of a link. */
export function textFault(path: string): string | undefined {
  if (path === "") return "It is empty.";
  const control = path.search(/\p{Cc}/u);
  if (control >= 0) {
    const code = path.charCodeAt(control).toString(16).toUpperCase().padStart(4, "0");
    return `It has the control character U+${code} at index ${control}. Write it without.`;
  }
  const half = path.search(/\p{Surrogate}/u);
  return half < 0 ? undefined : `It has half of a surrogate pair at index ${half}, so it is no Unicode text.`;
}
