import { afterAll, test } from "vitest";
import { isFullProof, proved } from "../support/proof.js";
import { alteredPlanFile } from "./altered/plan-file.js";
import { alteredStateFile, alteredStateJournal } from "./altered/state-file.js";
import { alteredStateRows } from "./altered/state-rows.js";

const figures: { [figure: string]: number } = {};
afterAll(() => proved("altered-bytes", figures));

test("a plan file is refused whole whatever was done to its bytes, before anything is asked or written", async () => {
  Object.assign(figures, await alteredPlanFile());
});

test("whatever was done to a row of state is found before it is used", async () => {
  Object.assign(figures, await alteredStateRows());
});

test("an altered byte of the file of a stack is found, or changes nothing that is read", async () => {
  Object.assign(figures, await alteredStateFile(isFullProof ? 50_000 : Number(process.env.FLIPS ?? 1000)));
});

test("an altered byte of SQLite's journal is found, or leaves what an earlier commit has made", async () => {
  Object.assign(figures, await alteredStateJournal(isFullProof ? 5000 : 200));
});
