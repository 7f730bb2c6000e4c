import { describe, expect, test } from "vitest";
import { archiveBudget, unpackAllowance } from "./archive-limits.js";

const limits = { bytes: 1000, entries: 3, ratio: 10, ratioFreeBytes: 100 };

describe("what a packed file may unpack to", () => {
  test.each([
    [1, 100],
    [10, 100],
    [11, 110],
    [100, 1000],
    [101, 1000],
  ])("of %i bytes: %i", (packed, allowance) => {
    expect(unpackAllowance(limits, packed)).toBe(allowance);
  });
});

describe("a budget", () => {
  test("counts entries", () => {
    const budget = archiveBudget(limits);
    for (let entry = 0; entry < 3; entry++) budget.addEntry("the archive x.zip");
    expect(() => budget.addEntry("the archive x.zip")).toThrow(
      new RegExp("model/archive-too-large[^]*The archive x\\.zip contains more than 3 entries\\."),
    );
  });

  test("counts bytes over all files", () => {
    const budget = archiveBudget(limits);
    budget.addBytes(600, "the archive x.zip");
    budget.addBytes(400, "the archive y.zip");
    expect(() => budget.addBytes(1, "the archive z.zip")).toThrow(/z\.zip unpacks to more than 1000 bytes/);
  });

  test("compares with the packed size", () => {
    const budget = archiveBudget(limits);
    budget.checkRatio(100, 1, "the archive x.zip");
    expect(() => budget.checkRatio(101, 1, "the archive x.zip")).toThrow(
      /more than 10 times its size of 1 bytes/,
    );
    expect(() => budget.checkRatio(1001, 500, "the archive x.zip")).toThrow(/more than 1000 bytes/);
  });
});
