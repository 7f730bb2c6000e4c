/** What the operating system's refusal means to the user: `Writing out/a.txt failed: …`. */
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

/** There is nothing at a path: not there, or something above it is no folder. */
export function isMissing(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes(codeOf(error) ?? "");
}

const denied = "the user who runs this may not do that. Change the permissions, or choose another path.";
const folder = "there is a folder. Move it away, or choose another path.";
const noFolder = "something above it is not a folder. Move that away, or choose another path.";

const reasons: ReadonlyMap<string, string> = new Map([
  ["EACCES", denied],
  ["EPERM", denied],
  ["EROFS", "the file system can only be read. Choose a path on another one."],
  ["ENOSPC", "the file system is full. Make room, and run again."],
  ["EDQUOT", "the user's share of the file system is used up. Make room, and run again."],
  ["ENAMETOOLONG", "the name is longer than the file system allows. Choose a shorter one."],
  ["ELOOP", "the symbolic links above it lead in a circle. Mend them, or choose another path."],
  ["ENOTDIR", noFolder],
  ["EISDIR", folder],
  ["ENOTEMPTY", folder],
  ["EEXIST", "something appeared there meanwhile. Run again to see what it is."],
]);
