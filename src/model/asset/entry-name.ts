import { DiagnosticError } from "../diagnostic.js";
import { problem } from "./diagnostics.js";

/** The longest path that common systems can open; a longer name could not be unpacked anywhere. */
export const maxEntryNameBytes = 4096;

/**
 * The one spelling of an entry's name: slashes between segments and no `.` segment (`./a` is `a`). Names that
 * would leave the folder they are unpacked in, or mean different files on different systems, are refused.
 */
export function entryName(raw: string, where: string): string {
  const name = segmentsOf(raw).join("/");
  const reason = name === "" ? "it names nothing" : unsafeBecause(raw);
  if (reason !== undefined) throw unsafeName(raw, where, reason);
  return name;
}

/** The name of a folder: as an entry's, but it may end in a slash, and `.` is the root, printed as "". */
export function folderName(raw: string, where: string): string {
  const bare = raw.endsWith("/") && raw !== "/" ? raw.slice(0, -1) : raw;
  const reason = unsafeBecause(bare);
  if (reason !== undefined) throw unsafeName(raw, where, reason);
  return segmentsOf(bare).join("/");
}

/** The name of an entry or folder inside a folder; both are names that the functions above returned. */
export function joinNames(folder: string, name: string): string {
  if (folder === "") return name;
  return name === "" ? folder : `${folder}/${name}`;
}

function segmentsOf(raw: string): string[] {
  return raw.split("/").filter((segment) => segment !== ".");
}

function unsafeBecause(raw: string): string | undefined {
  if (raw === "") return "it is empty";
  if (raw.includes("\0")) return "it holds a NUL character";
  if (raw.includes("\\")) return "it holds a backslash, which separates folders on some systems only";
  if (raw.startsWith("/")) return "it is absolute";
  if (/^[A-Za-z]:/.test(raw)) return "it begins with a drive letter";
  if (/\p{Surrogate}|\uFFFD/u.test(raw)) return "it is not valid Unicode";
  const segments = raw.split("/");
  if (segments.includes("..")) return "it has a `..` segment and so can leave its folder";
  if (segments.includes("")) return "it has an empty segment";
  if (new TextEncoder().encode(raw).length > maxEntryNameBytes) {
    return `it is longer than ${maxEntryNameBytes} bytes`;
  }
  return undefined;
}

function unsafeName(raw: string, where: string, reason: string): DiagnosticError {
  const shown = raw.length > 200 ? `${raw.slice(0, 200)}…` : raw;
  return new DiagnosticError(
    problem("model/unsafe-entry-name", {
      detail: `The name ${JSON.stringify(shown)} in ${where} is refused: ${reason}.`,
      hint: "Use relative names with `/` between folders, such as `lib/index.js`.",
    }),
  );
}
