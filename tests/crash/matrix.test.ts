import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Limiter } from "../../src/std/index.js";
import { isFullProof, proved } from "../support/proof.js";
import { findPlaces, tryCell, type KillPlaces } from "./crash-matrix.js";
import { crashScenarios, type CrashScenario } from "./crash-scenarios.js";
import { buildProcess } from "./crash-world.js";

const figures = { scenarios: 0, cells: 0, killsInsideCommits: 0, doubleCrashes: 0, violations: 0 };

beforeAll(buildProcess);
afterAll(() => proved("crash-matrix", figures));

describe("killed before, inside and after each write, and with each effect", () => {
  test.each(byTitle(crashScenarios))("%s", { timeout: 900_000 }, async (_, scenario) => {
    const found = await findPlaces(scenario);
    const places = found.places.filter((place) => isFullProof || !isLaterStatement(place));
    figures.scenarios++;
    figures.cells += places.length;
    figures.killsInsideCommits += places.filter((place) => place.startsWith("write ")).length;
    await expectNoViolation(found, places);
  });
});

describe("killed once more while it settles what the first one left", () => {
  const scenarios = crashScenarios.filter(({ title }) => isFullProof || secondKills.has(title));
  test.each(byTitle(scenarios))("%s", { timeout: 900_000 }, async (_, scenario) => {
    const first = await firstKill(scenario);
    const found = await findPlaces(scenario, first);
    const places = found.places.filter((place) =>
      isFullProof ? !isLaterStatement(place) : isOfCommit(place),
    );
    figures.doubleCrashes += places.length;
    await expectNoViolation(found, places);
  });
});

test("there are as many cells as are promised", () => {
  expect(figures.cells).toBeGreaterThanOrEqual(300);
  expect(figures.doubleCrashes).toBeGreaterThanOrEqual(isFullProof ? 50 : 20);
});

function byTitle(scenarios: readonly CrashScenario[]): readonly (readonly [string, CrashScenario])[] {
  return scenarios.map((scenario) => [scenario.title, scenario]);
}

/** An ordinary run has time for some. */
const secondKills: ReadonlySet<string> = new Set(["create", "replace, old one first", "rotate the key"]);

/** Where the cloud has acted and nobody was told; else in the middle of what is written. */
async function firstKill(scenario: CrashScenario): Promise<string> {
  const { places } = await findPlaces(scenario);
  const writes = places.filter((place) => place.startsWith("after write"));
  return places.findLast((place) => place.startsWith("effect ")) ?? writes[writes.length >> 1]!;
}

/** An ordinary run kills inside a transaction when its first statement was carried out, and before it is committed. */
function isLaterStatement(place: string): boolean {
  return / statement (?!1$)/.test(place);
}

function isOfCommit(place: string): boolean {
  return / commit$|^after write /.test(place);
}

/** Two at once: while one process comes to its end, what another left is settled here. */
async function expectNoViolation(found: KillPlaces, places: readonly string[]): Promise<void> {
  const violations: string[] = [];
  const attempt = async (place: string) => {
    // Some are enough to see what is wrong.
    if (violations.length >= 3) return;
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
