import { expect, test } from "vitest";
import { diagnosticHelp, isDiagnosticCode } from "./diagnostic-help.js";

test("help of a diagnostic is its section of the reference, as text that fits a terminal", () => {
  const text = diagnosticHelp("sdk/duplicate-urn", 60);
  expect(text).toMatch(
    /^sdk\/duplicate-urn\n {2}Two resources have the same URN — error, exit code 1\n\n {2}\S/,
  );
  expect(text).toContain('\n      new File("page", { path: "out/a.txt", content: "a" });\n');
  expect(text).not.toMatch(/```|\]\(|^## /m);
  const lines = text.split("\n").filter((line) => !line.startsWith("      "));
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60);
});

test("lines are no longer where there is more room", () => {
  expect(diagnosticHelp("sdk/duplicate-urn", 300)).toBe(diagnosticHelp("sdk/duplicate-urn", 80));
});

test("one that does not exist is refused, with the nearest", () => {
  expect(() => diagnosticHelp("store/lockd")).toThrow(
    /There is no diagnostic "store\/lockd"\. It may be store\/locked\./,
  );
  expect(() => diagnosticHelp("sdk/")).toThrow(/There is no diagnostic "sdk\/"\.(?! It may be sdk\/…)/);
  expect(() => diagnosticHelp("../../x")).toThrow(/There is no diagnostic/);
  expect(() => diagnosticHelp("toString/constructor")).toThrow(/There is no diagnostic/);
});

test("commands are not taken for one", () => {
  expect(["plan", "state ls", "store/locked"].map(isDiagnosticCode)).toEqual([false, false, true]);
});
