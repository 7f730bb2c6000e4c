import { describe, expect, test } from "vitest";
import { plainLook } from "../../render/index.js";
import { roundFooting, roundHeading } from "./watch-text.js";

const at = new Date(2026, 10, 16, 7, 0, 5);
const heading = (because: readonly string[], isScreen: boolean, width = Infinity) =>
  roundHeading(
    { because, folders: new Set(["/p/lib"]), stack: "dev", at, isScreen },
    { ...plainLook, width },
  );

describe("a round", () => {
  test("in a pipe is set apart from the one before", () => {
    expect(heading([], false)).toBe("--- Watching  dev  2026-11-16 07:00:05\n\n");
    expect(heading(["main.ts"], false)).toBe("\n--- main.ts changed  dev  2026-11-16 07:00:05\n\n");
  });

  test("on a screen begins at its top, and leaves what has scrolled out of it", () => {
    expect(heading(["main.ts"], true)).toBe("\u001b[H\u001b[Jmain.ts changed  dev  07:00:05\n\n");
  });

  test("says what was saved, as far as there is room", () => {
    expect(heading(["a.ts", "b.ts"], true)).toContain("a.ts and 1 other changed");
    expect(heading(["a.ts", "b.ts", "/p/lib"], true)).toContain("a.ts and 2 others changed");
    expect(heading(["/p/lib"], true)).toContain("lib/ changed");
    expect(heading(["/p/lib", "/p/lib/a.ts"], true)).toContain("/p/lib/a.ts changed");
    expect(heading(["bad\u001bname.ts"], true)).not.toContain("\u001bname");
    const narrow = heading(["a/rather/long/way/to/a/file/main.ts"], true, 40).slice(
      "\u001b[H\u001b[J".length,
    );
    expect(narrow.trimEnd()).toHaveLength(40);
    expect(narrow).toMatch(/^a\/rather…\/main\.ts changed {2}dev {2}07:00:05\n/);
  });

  test.each([
    [0, false, Infinity, "\nPlanned in 412 ms. Watching 7 files. Press Ctrl-C to stop.\n"],
    [0, true, Infinity, "\nApplied in 412 ms. Watching 7 files. Press Ctrl-C to stop.\n"],
    [3, true, Infinity, "\nFailed with exit code 3 after 412 ms. Watching 7 files. Press Ctrl-C to stop.\n"],
    [0, false, 40, "\nPlanned in 412 ms.\nWatching 7 files. Press Ctrl-C to stop.\n"],
  ])("says how it ended: %i", (exitCode, applies, width, text) => {
    const look = { ...plainLook, width };
    expect(roundFooting({ exitCode, applies, durationMs: 412, files: 7 }, look)).toBe(text);
  });
});
