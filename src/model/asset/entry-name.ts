import { DiagnosticError } from "../diagnostic.js";
import { problem } from "./diagnostics.js";

/** The longest path that common systems can open. A longer name could not be unpacked anywhere. */
export const maxEntryNameBytes = 4096;

/**
 * Returns the canonical name of an entry: slashes between segments and no `.` segment (`./a` is `a`). Throws for names
 * that would escape the target folder, or mean different files on different systems.
 */
export function entryName(raw: string, where: string): string {
  const name = segmentsOf(raw).join("/");
  const reason = name === "" ? "it does not name a file" : unsafeBecause(raw);
  if (reason !== undefined) throw unsafeName(raw, where, reason);
  return name;
}

/** Returns the canonical name of a folder. It may end in a slash, and `.` is the root, returned as "". */
export function folderName(raw: string, where: string): string {
  const bare = raw.endsWith("/") && raw !== "/" ? raw.slice(0, -1) : raw;
  const reason = unsafeBecause(bare);
  if (reason !== undefined) throw unsafeName(raw, where, reason);
  return segmentsOf(bare).join("/");
}

/** Returns the name of an entry or folder inside a folder. Both arguments must be canonical. */
export function joinNames(folder: string, name: string): string {
  if (folder === "") return name;
  return name === "" ? folder : `${folder}/${name}`;
}

function segmentsOf(raw: string): string[] {
  return raw.split("/").filter((segment) => segment !== ".");
}

function unsafeBecause(raw: string): string | undefined {
  if (raw === "") return "it is empty";
  if (raw.includes("\0")) return "it contains a NUL character";
  if (raw.includes("\\")) return "it contains a backslash, which separates folders only on some systems";
  if (raw.startsWith("/")) return "it is absolute";
  if (/^[A-Za-z]:/.test(raw)) return "it begins with a drive letter";
  if (/\p{Surrogate}|\uFFFD/u.test(raw)) return "it is not valid Unicode";
  const segments = raw.split("/");
  if (segments.includes("..")) return "it contains a `..` segment, which can escape its folder";
  if (segments.includes("")) return "it contains an empty segment";
  if (new TextEncoder().encode(raw).length > maxEntryNameBytes) {
    return `it is longer than ${maxEntryNameBytes} bytes`;
  }
  return undefined;
}

function unsafeName(raw: string, where: string, reason: string): DiagnosticError {
  const shown = raw.length > 200 ? `${raw.slice(0, 200)}…` : raw;
  return new DiagnosticError(
    problem("model/unsafe-entry-name", {
      detail: `The name ${JSON.stringify(shown)} in ${where} is not allowed: ${reason}.`,
      hint: "Use relative names with `/` between folders, such as `lib/index.js`.",
    }),
  );
}
