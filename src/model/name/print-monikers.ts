import { printMoniker, printPlace, type Scope } from "./moniker.js";
import { stackOfUrn } from "./urn.js";

/** The facts about a resource from which its moniker is made. */
export interface MonikerFacts {
  readonly urn: string;
  readonly name: string;
  readonly type: string;
  /** The URN of the parent resource. */
  readonly parent?: string | undefined;
  readonly scope?: Scope | undefined;
  readonly globalId?: string | undefined;
}

/** By URN. */
export type Monikers = ReadonlyMap<string, PrintedMoniker>;

export interface PrintedMoniker {
  readonly moniker: string;
  /** The moniker without parents, as earlier versions printed it, if it differs. Several resources may share it. */
  readonly former?: string;
}

/**
 * Returns the monikers of the resources of a stack by URN. Every moniker is unique. A resource with neither a scope nor
 * a global id has none. If two ids would be the same text, such as those of `const logs = new Bucket()` and `new
 * Bucket("logs")`, the names from the URNs are used instead.
 */
export function printMonikers(resources: Iterable<MonikerFacts>): Monikers {
  const byUrn = new Map<string, MonikerFacts>();
  for (const each of resources) byUrn.set(each.urn, each);
  const levels: Levels = new Map();
  for (;;) {
    const printed = printAll(byUrn, levels);
    if (!raiseColliding(printed, byUrn, levels)) return printed;
  }
}

/** How a moniker distinguishes siblings: by id; by name; by name with escaped separators. */
type Levels = Map<string, number>;

const longest = 2;

function printAll(byUrn: ReadonlyMap<string, MonikerFacts>, levels: Levels): Monikers {
  const [first] = byUrn.keys();
  const environment = first === undefined ? "" : stackOfUrn(first);
  const around = new Map<string, string>();
  const textOf = (facts: MonikerFacts): string => {
    const { urn, parent } = facts;
    const level = levels.size === 0 ? 0 : (levels.get(urn) ?? 0);
    if (parent === undefined) return print(facts, { environment, level, within: undefined });
    let within = around.get(parent);
    if (within === undefined && byUrn.has(parent)) around.set(parent, (within = textOf(byUrn.get(parent)!)));
    return print(facts, { environment, level, within });
  };
  const printed = new Map<string, PrintedMoniker>();
  for (const facts of byUrn.values()) {
    const { urn, type, scope, globalId, parent } = facts;
    if (scope === undefined && globalId === undefined) continue;
    const moniker = textOf(facts);
    const isAsBefore = globalId !== undefined || (parent === undefined && !levels.has(urn));
    const former = isAsBefore ? moniker : printMoniker({ environment, scope: scope!, type });
    printed.set(urn, former === moniker ? { moniker } : { moniker, former });
  }
  return printed;
}

interface Printing {
  readonly environment: string;
  readonly level: number;
  /** The moniker of the parent. */
  readonly within: string | undefined;
}

function print(facts: MonikerFacts, { environment, level, within }: Printing): string {
  const { name, type, scope, globalId } = facts;
  if (globalId !== undefined && level === 0) return printMoniker({ environment, globalId });
  if (scope !== undefined && level === 0) return printMoniker({ environment, within, scope, type });
  const place = scope === undefined ? "" : `${printPlace(scope)}:`;
  const text =
    level < longest
      ? `${place}${type}#${name}`
      : `${place.replaceAll(/[%#]/g, encodeURIComponent)}${type}#${name.replaceAll(/[%#/]/g, encodeURIComponent)}`;
  return within === undefined ? `${environment}:${text}` : `${within}/${text}`;
}

/**
 * Raises the level of resources with equal monikers, then of their ancestors. Returns whether any moniker will change.
 */
function raiseColliding(
  printed: Monikers,
  byUrn: ReadonlyMap<string, MonikerFacts>,
  levels: Levels,
): boolean {
  const raise = (urn: string): boolean => {
    const level = levels.get(urn) ?? 0;
    if (level === longest) return false;
    levels.set(urn, level + 1);
    return true;
  };
  const raised = [...alike(printed)].map((urns) => {
    const own = urns.map(raise);
    return (
      own.includes(true) ||
      urns
        .flatMap((urn) => ancestors(urn, byUrn))
        .map(raise)
        .includes(true)
    );
  });
  return raised.includes(true);
}

function alike(printed: Monikers): Iterable<readonly string[]> {
  const first = new Map<string, string>();
  const groups = new Map<string, string[]>();
  for (const [urn, { moniker }] of printed) {
    const other = first.get(moniker);
    if (other === undefined) first.set(moniker, urn);
    else groups.set(moniker, [...(groups.get(moniker) ?? [other]), urn]);
  }
  return groups.values();
}

function ancestors(urn: string, byUrn: ReadonlyMap<string, MonikerFacts>): readonly string[] {
  const found: string[] = [];
  let parent = byUrn.get(urn)?.parent;
  for (; parent !== undefined; parent = byUrn.get(parent)?.parent) found.push(parent);
  return found;
}
