import { DiagnosticError, type Diagnostic } from "../model/index.js";
import { nearestName } from "../std/nearest-name.js";
import { shortenMiddle } from "../std/shorten-text.js";
import { problem } from "./diagnostics.js";

/** How much of what someone called a resource is repeated to them. */
const longest = 200;

/** What a resource can be called by. */
export interface NamedResource {
  readonly urn: string;
  readonly name: string;
  readonly type: string;
  /** The id of its object in the world, where there is one. */
  readonly id?: string | undefined;
  /** Printed; where it has one. */
  readonly moniker?: string | undefined;
  /** What its moniker was before monikers named the parents, where that is another text. */
  readonly formerMoniker?: string | undefined;
}

/** The one resource that a text calls by its URN, moniker, name or id. None or several are a diagnostic. */
export function findResource<Candidate extends NamedResource>(
  text: string,
  candidates: Iterable<Candidate>,
): Candidate {
  const all = [...candidates];
  const [found, ...others] = findResources(text, all);
  if (found === undefined) throw new DiagnosticError(noSuchResource(text, nearResources(text, all)));
  if (others.length === 0) return found;
  throw new DiagnosticError(ambiguousResource(text, [found, ...others]));
}

/**
 * All resources that a text calls: by URN, moniker, name or id, else as a pattern in which `*` stands for any
 * text: with `::` in it, it describes URNs; else names and ids, and monikers if it has a `:` or `#`.
 * A URN is never anything else, so whatever else happens to be spelled like one is left out. A moniker without its parents
 * counts where nothing is spelled like it.
 */
export function findResources<Candidate extends NamedResource>(
  text: string,
  candidates: Iterable<Candidate>,
): readonly Candidate[] {
  const all = [...candidates];
  const byUrn = all.filter(({ urn }) => urn === text);
  if (byUrn.length > 0) return byUrn;
  const exactly = all.filter((each) => spellings(each).includes(text));
  if (exactly.length > 0) return exactly;
  if (!text.includes("*")) return all.filter(({ formerMoniker }) => formerMoniker === text);
  return all.filter((each) =>
    described(text, each).some((spelling) => spelling !== undefined && matchesPattern(text, spelling)),
  );
}

/** Whether a text is what a pattern describes; `*` stands for any text, also none. */
export function matchesPattern(pattern: string, text: string): boolean {
  const [first, ...rest] = pattern.split("*");
  if (!text.startsWith(first!)) return false;
  const last = rest.pop();
  if (last === undefined) return text === first;
  let at = first!.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/** The URNs of what may have been meant: the resources of the nearest name, and of the nearest URN. */
export function nearResources(text: string, candidates: readonly NamedResource[]): readonly string[] {
  const plain = text.replaceAll("*", "");
  const name = nearestName(plain, [...new Set(candidates.map((each) => each.name))]);
  const urn = plain.startsWith("urn:")
    ? nearestName(
        plain,
        candidates.map((each) => each.urn),
      )
    : undefined;
  const near = candidates.filter((each) => each.name === name || each.urn === urn);
  return [...new Set(near.map((each) => each.urn))].slice(0, 5);
}

/** With what may have been meant, by URN. */
export function noSuchResource(text: string, near: readonly string[] = []): Diagnostic {
  return problem("plan/no-such-resource", {
    detail: `This stack has no resource named ${JSON.stringify(shortenMiddle(text, longest))}.`,
    ...(near.length > 0 && {
      related: near.map((urn) => ({ message: `Did you mean ${urn}?`, resource: urn })),
    }),
    hint: "List the resources in the stack:\ncoco state ls",
  });
}

export function ambiguousResource(text: string, candidates: readonly NamedResource[]): Diagnostic {
  return problem("plan/ambiguous-resource", {
    detail: `${candidates.length} resources match ${JSON.stringify(shortenMiddle(text, longest))}.`,
    related: candidates.map(({ urn }) => ({ message: `Did you mean ${urn}?`, resource: urn })),
    hint: "Use the URN of the resource.",
  });
}

type Spellings = readonly (string | undefined)[];

function spellings({ urn, moniker, name, id }: NamedResource): Spellings {
  return [urn, moniker, name, id];
}

/** Whoever writes `*e*` means names: URNs and monikers hold the stack's own, so nearly all would match. */
function described(pattern: string, { urn, moniker, name, id }: NamedResource): Spellings {
  if (pattern.includes("::")) return [urn];
  return /[:#]/.test(pattern) ? [moniker, name, id] : [name, id];
}
