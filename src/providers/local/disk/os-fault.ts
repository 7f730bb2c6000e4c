/** Returns an error that explains a system error to the user: `Writing out/a.txt failed: …`. */
export function osFault(error: unknown, doing: string, path: string): Error {
  const code = codeOf(error);
  const reason = reasons.get(code ?? "");
  if (reason !== undefined) return new Error(`${doing} ${path} failed: ${reason} (${code})`);
  return code === undefined && error instanceof Error
    ? error
    : new Error(`${doing} ${path} failed: ${error instanceof Error ? error.message : String(error)}`);
}

export function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === "string" ? code : undefined;
}

/** True if a path does not exist, or one of its parents is not a folder. */
export function isMissing(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes(codeOf(error) ?? "");
}

const denied = "permission denied. Change the permissions, or choose another path.";
const folder = "it is a folder. Move it, or choose another path.";
const noFolder = "one of its parents is not a folder. Move that file, or choose another path.";

const reasons: ReadonlyMap<string, string> = new Map([
  ["EACCES", denied],
  ["EPERM", denied],
  ["EROFS", "the file system is read-only. Choose a path on another file system."],
  ["ENOSPC", "the file system is full. Free some space, and run the command again."],
  ["EDQUOT", "the disk quota is exceeded. Free some space, and run the command again."],
  ["ENAMETOOLONG", "the name is too long for the file system. Choose a shorter name."],
  ["ELOOP", "its parent folders contain a loop of symbolic links. Fix the links, or choose another path."],
  ["ENOTDIR", noFolder],
  ["EISDIR", folder],
  ["ENOTEMPTY", folder],
  ["EEXIST", "something else was created there in the meantime. Run the command again to see what it is."],
]);
