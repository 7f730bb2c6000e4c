import { expect, test } from "vitest";
import { observedState, type ProcessState } from "./process.js";
import type { Phase } from "./process-record.js";

const cases: [Phase, supervisor: boolean, child: boolean, ProcessState][] = [
  ["running", true, true, "running"],
  ["unhealthy", true, true, "unhealthy"],
  ["starting", true, true, "starting"],
  ["starting", true, false, "starting"],
  ["restarting", true, false, "restarting"],
  ["running", true, false, "restarting"],
  ["unhealthy", true, false, "restarting"],
  ["stopped", true, false, "stopped"],
  ["running", false, true, "unsupervised"],
  ["starting", false, true, "unsupervised"],
  ["running", false, false, "stopped"],
  ["starting", false, false, "stopped"],
  ["restarting", false, false, "stopped"],
];

test.each(cases)("%s, supervisor %s, process %s: %s", (phase, supervisor, child, state) => {
  expect(observedState({ phase }, { supervisor, child })).toBe(state);
});
