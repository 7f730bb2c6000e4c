import { expect, test } from "vitest";
import { afterExit, type AfterExit, type EndedRun } from "./after-exit.js";

const crashed: EndedRun = {
  restart: "on-failure",
  restartLimit: 3,
  restartDelayMs: 500,
  wasHealthy: true,
  hasFailed: true,
  ranMs: 10,
  inARow: 0,
};
const stay = { kind: "stay" } as const;

const cases: [string, Partial<EndedRun>, AfterExit][] = [
  ["a crash", {}, { kind: "restart", delayMs: 500, inARow: 1 }],
  ["a second crash waits longer", { inARow: 1 }, { kind: "restart", delayMs: 1000, inARow: 2 }],
  ["the last that is allowed", { inARow: 2 }, { kind: "restart", delayMs: 2000, inARow: 3 }],
  ["one too many", { inARow: 3 }, { kind: "stay", because: "it was restarted 3 times in a row" }],
  ["a long run begins anew", { inARow: 3, ranMs: 60_000 }, { kind: "restart", delayMs: 500, inARow: 1 }],
  [
    "it never waits for hours",
    { inARow: 40, restartLimit: 100 },
    { kind: "restart", delayMs: 30_000, inARow: 41 },
  ],
  ["a failed start", { wasHealthy: false }, stay],
  ["a failed start of one that is always restarted", { wasHealthy: false, restart: "always" }, stay],
  ["an end without failure", { hasFailed: false }, stay],
  [
    "an end without failure, always",
    { hasFailed: false, restart: "always" },
    { kind: "restart", delayMs: 500, inARow: 1 },
  ],
  ["a crash, never", { restart: "never" }, stay],
  [
    "no restarts allowed",
    { restartLimit: 0 },
    { kind: "stay", because: "it was restarted 0 times in a row" },
  ],
];

test.each(cases)("%s", (_, run, expected) => {
  expect(afterExit({ ...crashed, ...run })).toEqual(expected);
});
