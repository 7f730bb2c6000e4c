import { describe, expect, test } from "vitest";
import type { RunEvent, StepAction } from "../../model/index.js";
import { displayWidth } from "../../std/display-width.js";
import { plainLook, type Look } from "../look.js";
import { heartbeatLine, progressText } from "./progress-text.js";
import { progressAfter, startProgress, type Progress } from "./progress.js";

const urn = (name: string, type = "local:index:File") =>
  `urn:pulumi:dev::shop::shop:web:Site$${type}::${name}`;

function running(...names: readonly (readonly [action: StepAction, name: string])[]): Progress {
  return names.reduce<Progress>(
    (view, [action, name]) =>
      progressAfter(view, { kind: "step-started", urn: urn(name), action, step: `${action} ${name}` }, 1_000),
    startProgress(120, 0),
  );
}

function finished(view: Progress, count: number, result: "done" | "failed" | "skipped" = "done"): Progress {
  const events = Array.from({ length: count }, (_, index): RunEvent => ({
    kind: "step-finished",
    urn: urn(`z${index}`),
    action: "create",
    step: `create z${index}`,
    result,
    durationMs: 1,
    diagnostics: [],
  }));
  return events.reduce((before, event) => progressAfter(before, event, 1), view);
}

const at = (width: number): Look => ({ ...plainLook, width });
const lines = (view: Progress, width: number, rows = 20, nowMs = 13_000) =>
  progressText(view, nowMs, at(width), rows);

describe("a run on a wide screen", () => {
  test("is a line for each resource, and one for all of it", () => {
    const view = finished(running(["create", "greeting"], ["delete", "old"]), 34);
    expect(lines(view, 80)).toEqual([
      "  + greeting  creating 12 s  local:index:File",
      "  - old  deleting 12 s  local:index:File",
      "⠇ ━━━━━━━╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌ 34/120 · 13 s",
    ]);
  });

  test("shows what was said last, but not what only checks", () => {
    const said: RunEvent = {
      kind: "message",
      urn: urn("a"),
      level: "debug",
      text: "waiting\nfor \u001b[31mit",
    };
    const view = progressAfter(running(["confirm", "b"], ["update", "a"]), said, 2_000);
    expect(lines(view, 80).slice(0, -1)).toEqual([
      String.raw`  ~ a  updating 12 s  local:index:File  waiting\nfor \u001b[31mit`,
    ]);
  });

  test("says how much failed or was skipped, and that it stops", () => {
    const failed = finished(finished(running(["create", "a"]), 2, "failed"), 3, "skipped");
    const view = progressAfter(failed, { kind: "cancelling", waitingFor: [urn("a")] }, 2_000);
    expect(lines(view, 80).at(-1)).toContain("stopping, 1 running · 5/120 · 13 s · 2 failed · 3 skipped");
  });

  test("turns by time alone", () => {
    const turns = [0, 119, 120, 240, 1_200].map((nowMs) => lines(startProgress(1, 0), 80, 5, nowMs)[0]![0]);
    expect(turns).toEqual(["⠋", "⠋", "⠙", "⠹", "⠋"]);
  });
});

describe("a run on a small screen", () => {
  const many = running(...Array.from({ length: 30 }, (_, index) => ["create", `resource-${index}`] as const));

  test.each([
    [30, 31, 31, undefined],
    [30, 12, 12, "  … and 20 more"],
    [30, 3, 3, "  … and 29 more"],
    [30, 2, 2, "  … and 30 more"],
    [30, 1, 1, undefined],
  ])("%i running in %i rows", (_, rows, expected, more) => {
    const shown = lines(many, 80, rows);
    expect(shown).toHaveLength(expected);
    if (more !== undefined) expect(shown.at(-2)).toBe(more);
    else expect(shown.join("\n")).not.toContain("more");
  });

  test.each([200, 80, 40, 30, 20, 10, 3])("no line is wider than %i", (width) => {
    const long = running(
      ["create", "a-name-that-is-much-longer-than-anyone-would-like-it-to-be-on-a-screen-that-is-narrow"],
      ["refresh", "椰子".repeat(40)],
      ["update", "short"],
    );
    const said: RunEvent = {
      kind: "message",
      urn: urn("short"),
      level: "info",
      text: "so it is said ".repeat(20),
    };
    const view = progressAfter(
      finished(progressAfter(long, said, 0), 7, "failed"),
      { kind: "cancelling", waitingFor: [] },
      0,
    );
    const widths = lines(view, width, 4).map(displayWidth);
    expect(Math.max(...widths)).toBeLessThanOrEqual(width);
  });

  test("a name keeps both its ends", () => {
    const view = running(["create", "the-first-half-and-the-second-half-of-it"]);
    expect(lines(view, 40)[0]).toBe("  + the-first-…half-of-it  creating 12 s");
  });
});

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
