import { printPosition, type SourcePosition } from "../model/index.js";

/** A callback: where it stands, and the URNs of the resources that its value waits for. */
export interface CallbackSite {
  readonly position: SourcePosition | undefined;
  readonly waitsFor: ReadonlySet<string>;
  /** Of one that did not run: what it is given could not be planned. */
  readonly isFailed?: boolean;
}

export interface CallbackFacts {
  /** The callbacks of the program that ran in this plan, and those that did not. */
  readonly ran: readonly CallbackSite[];
  readonly skipped: readonly CallbackSite[];
  /** Where state says that callbacks stood that made resources. */
  readonly recorded: readonly CallbackSite[];
}

/** A callback that did not run may still ask for a resource; with its position if it is certain which one. */
export interface CallbackNotRun {
  readonly position?: SourcePosition;
  /** What it is given could not be planned; else it is known after apply. */
  readonly failed?: true;
}

/**
 * Why it cannot be said whether a resource is still asked for: the callbacks that made it, outermost first, may be
 * among those that did not run. Code moves, so a callback is known by where it stands and by what it waits for; in
 * doubt it counts as one that did not run. Undefined if all of them ran.
 */
export function callbackNotRun(
  origins: readonly CallbackSite[],
  facts: CallbackFacts,
): CallbackNotRun | undefined {
  const { ran, skipped } = facts;
  if (origins.length === 0 || skipped.length === 0) return undefined;
  const isAlike = skipped.some((site) => origins.some((origin) => standAlike(site, origin)));
  const hasRun = origins.every((origin) => ran.some((site) => isSame(site, origin)));
  if (!isAlike && hasRun) return undefined;
  const maker = nameOf(origins, facts);
  const isFailed = (maker === undefined ? skipped : [maker]).every((site) => site.isFailed === true);
  return {
    ...(maker?.position !== undefined && { position: maker.position }),
    ...(isFailed && { failed: true }),
  };
}

/** The callback that made a resource: by its order among its kind if lines moved, else where it stood, else the only one like it. */
function nameOf(origins: readonly CallbackSite[], facts: CallbackFacts): CallbackSite | undefined {
  const { ran, skipped } = facts;
  const moved = firstOf(origins, (origin) => inOrder(origin, facts));
  if (moved !== undefined) return skipped.includes(moved) ? moved : undefined;
  const standing = firstOf(origins, (origin) => skipped.find((site) => standsThere(site, origin)));
  if (standing !== undefined) return standing;
  const alike = skipped.filter((site) => origins.some((origin) => standAlike(site, origin)));
  const isOtherwiseKnown = origins.some((origin) => ran.some((site) => isSame(site, origin)));
  return alike.length === 1 && !isOtherwiseKnown ? alike[0] : undefined;
}

/**
 * The callback that a place has moved to. Callbacks that wait for the same keep their order when lines above them come
 * and go; where there are as many of them now as made resources then, the order tells them apart.
 */
function inOrder(origin: CallbackSite, { ran, skipped, recorded }: CallbackFacts): CallbackSite | undefined {
  const isKin = ({ waitsFor }: CallbackSite) => isEqualSet(waitsFor, origin.waitsFor);
  const before = distinctPlaces(recorded.filter(isKin));
  const now = distinctPlaces([...ran, ...skipped].filter(isKin));
  const haveStayed = before.every((site) => now.some((other) => standsThere(site, other)));
  if (haveStayed || before.length !== now.length) return undefined;
  return now[before.findIndex((site) => standsThere(site, origin))];
}

function distinctPlaces(sites: readonly CallbackSite[]): readonly CallbackSite[] {
  const byPlace = new Map<string, CallbackSite>();
  for (const site of sites) {
    const place = positionText(site);
    if (place !== undefined && !byPlace.has(place)) byPlace.set(place, site);
  }
  return [...byPlace.values()].sort(byPosition);
}

function byPosition({ position: a }: CallbackSite, { position: b }: CallbackSite): number {
  if (a!.file !== b!.file) return a!.file < b!.file ? -1 : 1;
  return a!.line - b!.line || a!.column - b!.column;
}

function firstOf<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function standAlike(site: CallbackSite, origin: CallbackSite): boolean {
  return standsThere(site, origin) || [...origin.waitsFor].some((urn) => site.waitsFor.has(urn));
}

function isSame(site: CallbackSite, origin: CallbackSite): boolean {
  return positionText(site) === positionText(origin) && isEqualSet(site.waitsFor, origin.waitsFor);
}

function standsThere(site: CallbackSite, origin: CallbackSite): boolean {
  const place = positionText(site);
  return place !== undefined && place === positionText(origin);
}

function isEqualSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((each) => b.has(each));
}

function positionText({ position }: CallbackSite): string | undefined {
  return position && printPosition(position);
}
