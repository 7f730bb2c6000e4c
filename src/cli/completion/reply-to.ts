import type { ArgumentKind } from "../options.js";
import type { Candidate, Wanted } from "./wanted-at.js";

/** A candidate with several names, the preferred one first. */
export interface NamedCandidate {
  readonly names: readonly string[];
  /** Names that are offered only if no other name matches. */
  readonly otherNames?: readonly string[];
  readonly says?: string;
}

/** Looks up candidates by kind. Each returns an empty list if there are none. */
export type CompletionPorts = Readonly<Record<LookedUp, () => Promise<readonly NamedCandidate[]>>>;

export type LookedUp = Exclude<ArgumentKind, "file" | "folder" | "command">;

/** The reply to a shell. */
export interface Reply {
  /** Candidates that the shell adds itself. */
  readonly more: "words" | "files" | "folders";
  readonly candidates: readonly Candidate[];
}

/** Looks up the expected candidates and keeps those that match the typed text. */
export async function replyTo({ wants, typed, lead }: Wanted, ports: CompletionPorts): Promise<Reply> {
  const found = await named(wants, ports);
  const candidates = fitting(found, typed).map(({ value, says }) => ({
    value: `${lead}${value}`,
    ...(says !== undefined && { says }),
  }));
  return { more: wants === "folder" ? "folders" : isFile(wants) ? "files" : "words", candidates };
}

/** True if paths are candidates. A package can also be given as the path of its module. */
function isFile(wants: Wanted["wants"]): boolean {
  return wants === "file" || wants === "package";
}

async function named(wants: Wanted["wants"], ports: CompletionPorts): Promise<readonly NamedCandidate[]> {
  if (typeof wants !== "string")
    return wants.map(({ value, says }) => ({ names: [value], ...(says !== undefined && { says }) }));
  return wants === "file" || wants === "folder" || wants === "command" ? [] : ports[wants]();
}

/** Returns the candidates that match, each by its first name that starts with the typed text. */
function fitting(found: readonly NamedCandidate[], typed: string): readonly Candidate[] {
  const by = (namesOf: (each: NamedCandidate) => readonly string[]) =>
    new Map(
      found.flatMap((each) => {
        const value = namesOf(each).find((name) => name !== "" && name.startsWith(typed));
        return value === undefined ? [] : [[value, each.says] as const];
      }),
    );
  const usual = by(({ names }) => names);
  const fit = usual.size > 0 ? usual : by(({ otherNames = [] }) => otherNames);
  return [...fit].map(([value, says]) => ({ value, ...(says !== undefined && { says }) }));
}
