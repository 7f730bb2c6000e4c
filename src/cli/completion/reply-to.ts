import type { ArgumentKind } from "../options.js";
import type { Candidate, Wanted } from "./wanted-at.js";

/** Something that can be called by several names, the usual one first. */
export interface NamedCandidate {
  readonly names: readonly string[];
  /** Only for those who type what begins nothing else. */
  readonly otherNames?: readonly string[];
  readonly says?: string;
}

/** Where names come from. Each answers with nothing where there is nothing to be found. */
export type CompletionPorts = Readonly<Record<LookedUp, () => Promise<readonly NamedCandidate[]>>>;

export type LookedUp = Exclude<ArgumentKind, "file" | "folder" | "command">;

/** What a shell is told. */
export interface Reply {
  /** What it adds itself, because it knows better how. */
  readonly more: "words" | "files" | "folders";
  readonly candidates: readonly Candidate[];
}

/** Asks for what is wanted, and keeps what fits what was typed. */
export async function replyTo({ wants, typed, lead }: Wanted, ports: CompletionPorts): Promise<Reply> {
  const found = await named(wants, ports);
  const candidates = fitting(found, typed).map(({ value, says }) => ({
    value: `${lead}${value}`,
    ...(says !== undefined && { says }),
  }));
  return { more: wants === "folder" ? "folders" : isFile(wants) ? "files" : "words", candidates };
}

/** A package can be named by the path of its module too. */
function isFile(wants: Wanted["wants"]): boolean {
  return wants === "file" || wants === "package";
}

async function named(wants: Wanted["wants"], ports: CompletionPorts): Promise<readonly NamedCandidate[]> {
  if (typeof wants !== "string")
    return wants.map(({ value, says }) => ({ names: [value], ...(says !== undefined && { says }) }));
  return wants === "file" || wants === "folder" || wants === "command" ? [] : ports[wants]();
}

/** Each by the first of its names that begins so. */
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
