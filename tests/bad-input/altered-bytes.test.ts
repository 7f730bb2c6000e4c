import { afterAll, describe, test } from "vitest";
import { isFullProof, proved } from "../support/proof.js";
import { alteredArchives } from "./altered/archive-file.js";
import { alteredExport } from "./altered/export-file.js";
import { alteredPlanFile } from "./altered/plan-file.js";
import { alteredStateFile, alteredStateJournal } from "./altered/state-file.js";
import { alteredStateRows } from "./altered/state-rows.js";

const figures: { [figure: string]: number } = {};
afterAll(() => proved("altered-bytes", figures));

describe("altered bytes", { timeout: isFullProof ? 3_600_000 : 300_000 }, () => {
  test("a plan file is refused whole whatever was done to it, before anything is asked or written", async () => {
    Object.assign(figures, await alteredPlanFile(isFullProof ? "all" : "one of each"));
  });

  test("whatever was done to a row of state is found before it is used", async () => {
    Object.assign(figures, await alteredStateRows(isFullProof ? "all" : "some mixed"));
  });

  test("an altered byte of the file of a stack is found, or changes nothing that is read", async () => {
    Object.assign(figures, await alteredStateFile(isFullProof ? 50_000 : 700));
  });

  test("an altered byte of SQLite's journal is found, or leaves what an earlier commit has made", async () => {
    Object.assign(figures, await alteredStateJournal(isFullProof ? 5000 : 200));
  });

  test("an altered export is refused, or says what state has then; its secrets open in their place alone", async () => {
    Object.assign(figures, await alteredExport(isFullProof ? "all" : 800));
  });

  test("an altered archive is refused, or is a whole one within its limits", async () => {
    Object.assign(figures, await alteredArchives(isFullProof ? "all" : 400));
  });
});
