import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isFullProof, proved } from "../support/proof.js";
import { expectNoViolation, findPlaces, findSecondPlaces, isLaterStatement } from "./crash-matrix.js";
import { crashScenarios } from "./crash-scenarios.js";
import { buildProcess } from "./started-process.js";

const figures = { cells: 0, killsInsideTransactions: 0, violations: 0 };

beforeAll(buildProcess);
afterAll(() => proved("crash-matrix", { doubleCrashes: figures.cells, violations: figures.violations }));

/** An ordinary run has time for some. */
const some: ReadonlySet<string> = new Set(["create", "replace, old one first", "rotate the key"]);

describe("killed once more while it settles what the first one left", () => {
  const scenarios = crashScenarios.filter(({ title }) => isFullProof || some.has(title));
  const byTitle = scenarios.map((scenario) => [scenario.title, scenario] as const);
  test.each(byTitle)("%s", { timeout: 900_000 }, async (_, scenario) => {
    const first = await findPlaces(scenario);
    const found = await findSecondPlaces(first, firstKill(first.places));
    const places = found.places.filter((place) =>
      isFullProof ? !isLaterStatement(place) : isOfCommit(place),
    );
    await expectNoViolation(found, places, figures);
  });
});

test("there are as many as are promised", () => {
  expect(figures.cells).toBeGreaterThanOrEqual(isFullProof ? 50 : 20);
});

/** Where the cloud has acted and nobody was told; else in the middle of what is written. */
function firstKill(places: readonly string[]): string {
  const writes = places.filter((place) => place.startsWith("after write"));
  return places.findLast((place) => place.startsWith("effect ")) ?? writes[writes.length >> 1]!;
}

function isOfCommit(place: string): boolean {
  return / commit$|^after write /.test(place);
}
