import { expect, test } from "vitest";
import type { RunEvent } from "../../model/index.js";
import { heartbeatLine } from "./heartbeat-line.js";
import { progressAfter, startProgress, type Progress } from "./progress.js";

const started = (name: string): RunEvent => ({
  kind: "step-started",
  urn: `urn:pulumi:dev::shop::local:index:File::${name}`,
  action: "delete",
  step: name,
});

test.each<[number, string]>([
  [29, ""],
  [30, "  still deleting a (30 s)\n"],
  [95, "  still deleting a (1 min 35 s), deleting b (1 min 5 s), deleting c (35 s)\n"],
  [125, "  still deleting a (2 min 5 s), deleting b (1 min 35 s), deleting c (1 min 5 s) and 1 more\n"],
])("after %i s, of steps that began half a minute apart", (seconds, line) => {
  const view = ["a", "b", "c", "d"].reduce<Progress>(
    (before, name, index) => progressAfter(before, started(name), index * 30_000),
    startProgress(4, 0),
  );
  expect(heartbeatLine(view, seconds * 1000, 30_000)).toBe(line);
});
