import { expect, test } from "vitest";
import { decodeRun, encodeRun } from "./run-row.js";
import type { RunRow } from "./store.js";

const begun: RunRow = {
  runId: "r-1",
  epoch: 1,
  command: "apply",
  actor: "ana",
  begunAt: "2024-05-01T10:00:00Z",
};
const ended: RunRow = {
  ...begun,
  endedAt: "2024-05-01T10:00:05Z",
  result: "succeeded",
  summary: { create: 2 },
};
const timed: RunRow = {
  ...ended,
  slowest: [{ urn: "urn:a", action: "create", result: "done", durationMs: 1200 }],
};

test.each([
  ["that goes on", begun],
  ["that ended", ended],
  ["whose slowest steps are known", timed],
])("a run %s is read as it was written", (_, run) => {
  expect(decodeRun(encodeRun(run))).toEqual(run);
});

test("a run of an earlier version has counts alone", () => {
  const row = { ...encodeRun(ended), summary: `{"create":2}` };
  expect(encodeRun(ended)).toEqual(row);
  expect(decodeRun(row)).toEqual(ended);
});
