import assert from "node:assert/strict";
import { expect } from "vitest";
import { Limiter } from "../../src/std/index.js";
import type { CrashScenario } from "./crash-scenarios.js";
import { CrashWorld } from "./crash-world.js";

/** Where processes that do what a scenario says can be killed, and what comes of it when none is. */
export interface KillPlaces {
  readonly scenario: CrashScenario;
  /** The world as it was before. */
  readonly before: CrashWorld;
  /** Moments of the store, and effects of the cloud whose answers are lost. */
  readonly places: readonly string[];
  readonly end: unknown;
}

/** Lets one process live, and asks it. */
export async function findPlaces(scenario: CrashScenario): Promise<KillPlaces> {
  const before = await CrashWorld.make();
  await scenario.prepare(before);
  return placesAfter(before, scenario);
}

/** The same of the process that settles what a first kill has left. */
export async function findSecondPlaces(
  { scenario, before }: KillPlaces,
  firstKill: string,
): Promise<KillPlaces> {
  const world = await before.copy();
  await kill(world, scenario, firstKill);
  return placesAfter(world, { ...scenario, command: scenario.next ?? scenario.command });
}

async function placesAfter(before: CrashWorld, scenario: CrashScenario): Promise<KillPlaces> {
  const world = await before.copy();
  const since = world.cloud.effects.length;
  const report = await world.lives(scenario.program, { command: scenario.command, parallel: 1 });
  assert.deepEqual([report?.ok, report?.diagnostics], [true, []]);
  const effects = new Set(world.cloud.changes(since).map((line) => `effect ${line}`));
  await scenario.settle(world);
  return { scenario, before, places: [...report!.moments, ...effects], end: endOf(world) };
}

/** What is counted of cells. */
export interface CellFigures {
  cells: number;
  /** Between the beginning of a transaction and its commit. */
  killsInsideTransactions: number;
  violations: number;
}

/** Tries cells, two at once: while one process comes to its end, what another left is settled here. */
export async function expectNoViolation(
  found: KillPlaces,
  places: readonly string[],
  figures: CellFigures,
): Promise<void> {
  const violations: string[] = [];
  const attempt = async (place: string) => {
    // Some are enough to see what is wrong.
    if (violations.length >= 3) return;
    figures.cells++;
    if (place.startsWith("write ")) figures.killsInsideTransactions++;
    try {
      await tryCell(found, place);
    } catch (error) {
      violations.push(`killed at ${place}: ${(error as Error).message}`);
    }
  };
  const limiter = new Limiter(2);
  await Promise.all(places.map((place) => limiter.run(() => attempt(place))));
  figures.violations += violations.length;
  expect(violations).toEqual([]);
}

/** An ordinary run kills inside a transaction behind its first two statements, and before it is committed. */
export function isLaterStatement(place: string): boolean {
  return / statement (?![12]$)/.test(place);
}

/** Kills a process in a place; then what was asked for must come about all the same. */
async function tryCell({ scenario, before, end }: KillPlaces, place: string): Promise<void> {
  const world = await before.copy();
  await kill(world, scenario, place);
  await scenario.settle(world);
  assert.deepEqual(endOf(world), end);
}

async function kill(world: CrashWorld, { program, command }: CrashScenario, place: string): Promise<void> {
  const where = place.startsWith("effect ") ? { effect: place.slice("effect ".length) } : { moment: place };
  const report = await world.lives(program, { command, parallel: 1, ...where });
  assert.equal(report, undefined, "what the process said that was to be killed");
  await world.check();
}

/**
 * What there is in the cloud, and all that was ever made and taken away there. Numbers in names differ with the order
 * in which things were made; what was adopted is brought to its inputs, so there may be more updates.
 */
function endOf({ cloud }: CrashWorld): unknown {
  const objects = cloud.objects().map(({ kind, name, properties, ready }) => {
    const sorted = Object.entries(properties).toSorted(([one], [other]) => (one < other ? -1 : 1));
    return JSON.stringify([kind, name, sorted, ready]).replaceAll(/-\d+/g, "");
  });
  const made = cloud.changes().filter((line) => /^(?:create|delete) /.test(line));
  return [objects.toSorted(), made.toSorted()];
}
