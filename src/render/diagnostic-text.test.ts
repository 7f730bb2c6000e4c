import { describe, expect, test } from "vitest";
import { expectGolden } from "../../tests/support/golden.js";
import { printDiagnostic, type Diagnostic } from "../model/index.js";
import { diagnosticText } from "./diagnostic-text.js";
import { plainLook, type Look } from "./look.js";

const look: Look = { ...plainLook, place: (file) => file.replace("/project/", "") };

const full: Diagnostic = {
  code: "engine/protected",
  severity: "error",
  summary: "A protected resource would be deleted",
  detail:
    "The database is protected, and the plan would delete it because its region changes. Nothing of the plan is carried out.\n  region: eu -> us",
  resource: "urn:pulumi:dev::shop::shop:web:Site$cloud:index:Database::orders",
  path: "region",
  position: { file: "/project/src/main.ts", line: 31, column: 14 },
  related: [
    {
      message: "It is protected here:",
      resource: "urn:pulumi:dev::shop::shop:web:Site::front",
      position: { file: "/project/src/site.ts", line: 4, column: 3 },
    },
    { message: "and by its parent" },
  ],
  hint: "To allow this, remove its protection first:\ncoco state unprotect urn:pulumi:dev::shop::shop:web:Site$cloud:index:Database::orders\nOr exclude it from this plan, and look at it again when there is more time for it:\n    coco plan --exclude orders",
};

describe("a diagnostic for people", () => {
  test.each([40, 80])("in %i columns", async (width) => {
    const golden = new URL(`../../tests/golden/diagnostic-text/full-${width}.txt`, import.meta.url);
    await expectGolden(`${diagnosticText(full, { ...look, width })}\n`, golden);
  });

  test("in colour", async () => {
    const painted = diagnosticText(full, {
      ...look,
      width: 80,
      paint: (style, text) => `‹${style}:${text}›`,
    });
    await expectGolden(
      `${painted}\n`,
      new URL("../../tests/golden/diagnostic-text/full-painted.txt", import.meta.url),
    );
  });

  test("says everything that the plain one says", () => {
    const words = (text: string) => new Set(text.split(/[\s:]+/));
    const shown = words(diagnosticText(full, { ...plainLook, width: 40 }));
    for (const word of words(printDiagnostic(full))) expect(shown).toContain(word);
  });

  test("what is to be pasted stands whole on its line, whatever the width", () => {
    const lines = diagnosticText(full, { ...look, width: 30 }).split("\n");
    expect(lines).toContain(
      "      coco state unprotect urn:pulumi:dev::shop::shop:web:Site$cloud:index:Database::orders",
    );
    expect(lines).toContain("      coco plan --exclude orders");
    expect(lines).toContain("  at src/main.ts:31:14");
  });

  test("no control character of what it tells reaches a terminal", () => {
    const text = diagnosticText({ ...full, detail: "a\u001B[2J", resource: "b\u0007", hint: "c:\n    d\r" });
    expect(text).not.toMatch(/[^\P{Cc}\n]/u);
    expect(text).toContain("a\\u001b[2J");
  });
});
