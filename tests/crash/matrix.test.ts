import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isFullProof, proved } from "../support/proof.js";
import { expectNoViolation, findPlaces, isLaterStatement } from "./crash-matrix.js";
import { crashScenarios } from "./crash-scenarios.js";
import { buildProcess } from "./started-process.js";

const figures = { scenarios: 0, cells: 0, killsInsideTransactions: 0, violations: 0 };

beforeAll(buildProcess);
afterAll(() => proved("crash-matrix", figures));

describe("killed before, inside and after each write, and with each effect", () => {
  const byTitle = crashScenarios.map((scenario) => [scenario.title, scenario] as const);
  test.each(byTitle)("%s", { timeout: 900_000 }, async (_, scenario) => {
    const found = await findPlaces(scenario);
    const places = found.places.filter((place) => isFullProof || !isLaterStatement(place));
    figures.scenarios++;
    await expectNoViolation(found, places, figures);
  });
});

test("there are as many cells as are promised", () => {
  expect(figures.cells).toBeGreaterThanOrEqual(300);
});
