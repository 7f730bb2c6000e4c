import { DiagnosticError, type Diagnostic } from "../model/index.js";
import { nearestName } from "../std/nearest-name.js";
import { shortenMiddle } from "../std/shorten-text.js";
import { problem } from "./diagnostics.js";

/** Maximum length of a user's text in a diagnostic. */
const longest = 200;

/** The names of a resource. */
export interface NamedResource {
  readonly urn: string;
  readonly name: string;
  readonly type: string;
  /** The id of its object, if it has one. */
  readonly id?: string | undefined;
  /** Printed; absent if it has none. */
  readonly moniker?: string | undefined;
  /** The moniker in the older format without parents, if it differs. */
  readonly formerMoniker?: string | undefined;
}

/**
 * Returns the one resource that matches a URN, moniker, name or id. Throws if there is none, or if there are
 * several.
 */
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
 * Returns all resources that match a URN, moniker, name or id. Otherwise the text is a pattern in which `*` matches
 * any text. A pattern with `::` matches URNs; any other matches names and ids, and also monikers if it has a `:` or
 * `#`. A text that is a URN matches URNs only. A moniker without its parents matches only if nothing else does.
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

/** True if a text matches a pattern; `*` matches any text, including none. */
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

/** Returns the URNs of similar resources: those with the nearest name and with the nearest URN. */
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

/** With the URNs of similar resources. */
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

/**
 * A pattern like `*e*` is meant for names. URNs and monikers contain the name of the stack, so nearly all would
 * match.
 */
function described(pattern: string, { urn, moniker, name, id }: NamedResource): Spellings {
  if (pattern.includes("::")) return [urn];
  return /[:#]/.test(pattern) ? [moniker, name, id] : [name, id];
}
