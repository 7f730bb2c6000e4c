import { expect, test } from "vitest";
import { diagnosticHelp, isDiagnosticCode, renamedCodes } from "./diagnostic-help.js";

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
    /Unknown diagnostic code "store\/lockd"\. Did you mean store\/locked\?/,
  );
  expect(() => diagnosticHelp("sdk/")).toThrow(/Unknown diagnostic code "sdk\/"\.(?! Did you mean sdk\/…)/);
  expect(() => diagnosticHelp("../../x")).toThrow(/Unknown diagnostic code/);
  expect(() => diagnosticHelp("toString/constructor")).toThrow(/Unknown diagnostic code/);
});

test.each([...renamedCodes])("the former code %s shows the help for %s", (former, current) => {
  const [title, ...rest] = diagnosticHelp(former).split("\n");
  expect(title).toBe(`${current} (formerly ${former})`);
  expect(rest).toEqual(diagnosticHelp(current).split("\n").slice(1));
});

test("a former code is not in use any more", () => {
  const current = new Set(renamedCodes.values());
  expect([...renamedCodes.keys()].filter((former) => current.has(former))).toEqual([]);
});

test("commands are not taken for one", () => {
  expect(["plan", "state ls", "store/locked"].map(isDiagnosticCode)).toEqual([false, false, true]);
});
