import { afterAll, describe, expect, test } from "vitest";
import { isFullProof, proved } from "../support/proof.js";
import type { Altered } from "./alterations.js";
import { alteredArchives } from "./archive-file.js";
import { alteredExport } from "./export-file.js";
import { alteredPlanFile } from "./plan-file.js";
import { alteredStateFile, alteredStateJournal } from "./state-file.js";
import { alteredStateRows } from "./state-rows.js";

const figures: { [figure: string]: number } = {};
afterAll(() => proved("altered-bytes", figures));

/** Counts first, and judges then. */
async function nothingWrong(altering: Promise<Altered>): Promise<void> {
  const altered = await altering;
  Object.assign(figures, altered.figures);
  // Some are enough to see what is wrong.
  expect(altered.wrong.slice(0, 20)).toEqual([]);
}

describe("altered bytes", { timeout: isFullProof ? 3_600_000 : 300_000 }, () => {
  test("a plan file is refused whole whatever was done to it, before anything is asked or written", () =>
    nothingWrong(alteredPlanFile(isFullProof ? "all" : "one of each")));

  test("whatever was done to a row of state is found before it is used", () =>
    nothingWrong(alteredStateRows(isFullProof ? "all" : "some mixed")));

  test("an altered byte of the file of a stack is found, or changes nothing that is read", () =>
    nothingWrong(alteredStateFile(isFullProof ? 50_000 : 700)));

  test("an altered byte of SQLite's journal is found, or leaves what an earlier commit has made", () =>
    nothingWrong(alteredStateJournal(isFullProof ? 5000 : 200)));

  test("an altered export is refused, or says what state has then; its secrets open in their place alone", () =>
    nothingWrong(alteredExport(isFullProof ? "all" : 800)));

  test("an altered archive is refused, or is a whole one within its limits", () =>
    nothingWrong(alteredArchives(isFullProof ? "all" : 400)));
});
