import { expect, test } from "vitest";
import { lastSignOf } from "./last-sign.js";

const runs = [
  { runId: "r-1-aa", endedAt: "2030-01-01T10:00:00.000Z" },
  { runId: "r-2-bb", endedAt: "2030-01-01T10:05:00.000Z" },
  { runId: "r-3-cc", endedAt: "2030-01-01T10:03:00.000Z" },
];

test.each<
  [what: string, operation: string, createKey: string | undefined, earlier: typeof runs, seenAt?: string]
>([
  ["of the run that started it", "r-1-aa.4", undefined, runs, "2030-01-01T10:00:00.000Z"],
  ["of the latest since then, if it was repeated", "r-1-aa.4", "key", runs, "2030-01-01T10:05:00.000Z"],
  ["of none before it", "r-3-cc.1", "key", runs, "2030-01-01T10:03:00.000Z"],
  ["of a run that is not recorded", "r-9-dd.1", undefined, runs],
  ["of a run whose end is not known", "r-4-ee.1", undefined, [...runs, { runId: "r-4-ee" } as never]],
  ["of runs of which one has no end", "r-1-aa.4", "key", [...runs, { runId: "r-4-ee" } as never]],
  ["of a run whose id has the same prefix", "r-1-aab.1", undefined, runs],
])("the last sign of life %s", (_, operation, createKey, earlier, seenAt) => {
  const row = createKey === undefined ? {} : { createKey };
  expect(lastSignOf({ operation }, row, earlier)).toBe(seenAt);
});
