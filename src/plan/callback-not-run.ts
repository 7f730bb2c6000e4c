import { printPosition, type SourcePosition } from "../model/index.js";

/** A callback: its position, and the URNs of the resources that its value depends on. */
export interface CallbackSite {
  readonly position: SourcePosition | undefined;
  readonly waitsFor: ReadonlySet<string>;
  /** For a callback that did not run: its input could not be planned. */
  readonly isFailed?: boolean;
}

export interface CallbackFacts {
  /** The callbacks of the program that ran in this plan, and those that did not. */
  readonly ran: readonly CallbackSite[];
  readonly skipped: readonly CallbackSite[];
  /** The recorded positions of callbacks that created resources. */
  readonly recorded: readonly CallbackSite[];
}

/**
 * A callback that did not run and may still declare a resource. Has a position only if it is certain which callback
 * it is.
 */
export interface CallbackNotRun {
  readonly position?: SourcePosition;
  /** True if its input could not be planned; otherwise the input is known after apply. */
  readonly failed?: true;
}

/**
 * Returns why it is unknown whether the program still declares a resource: one of the callbacks that created it
 * (outermost first) may not have run. Code moves, so callbacks are identified by position and by dependencies; in
 * doubt, a callback counts as not run. Undefined if all of them ran.
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

/**
 * Finds the callback that created a resource: by its order among similar callbacks if lines moved, otherwise by
 * position, otherwise as the only similar one.
 */
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
 * Finds the callback that a recorded position has moved to. Callbacks with the same dependencies keep their order
 * when lines above them change. If their number is the same as recorded, the order identifies them.
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
