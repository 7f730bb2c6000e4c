import { describe, expect, test } from "vitest";
import { roundCommand } from "./watch.js";

describe("what is asked for in a round", () => {
  test("is a plan, unless every plan is applied", () => {
    expect(roundCommand({})).toEqual(["plan"]);
    expect(roundCommand({ apply: true })).toEqual(["apply"]);
    expect(roundCommand({ apply: true, yes: true })).toEqual(["apply", "--yes"]);
  });

  test("has the options of the watch, taken at their word", () => {
    expect(
      roundCommand({
        cwd: "-shop",
        stack: "staging:acme",
        target: ["web*", "-t"],
        "no-refresh": true,
        parallel: "2",
        verbose: true,
        events: true,
      }),
    ).toEqual([
      "plan",
      "--cwd=-shop",
      "--stack=staging:acme",
      "--target=web*",
      "--target=-t",
      "--no-refresh",
      "--parallel=2",
      "--events",
      "--verbose",
    ]);
  });
});
