import { expect, test } from "vitest";
import { plainLook } from "../look.js";
import { bytesText, downloadLines, type Download } from "./download-lines.js";

const random: Download = { what: "hashicorp/random", phase: "looking" };
const aws: Download = {
  what: "hashicorp/aws 6.1.0",
  phase: "downloading",
  received: 41_000_000,
  total: 164_000_000,
};

test("each package that is not done has a line with its progress", () => {
  const done: Download = { what: "hashicorp/time 0.14.0", phase: "done" };
  expect(downloadLines([random, aws, done], 79, plainLook)).toEqual([
    "hashicorp/random     looking up versions",
    "hashicorp/aws 6.1.0  ━━━━━━━━──────────────────────  25%  41.0 MB of 164 MB",
  ]);
});

const long: Download = { ...aws, what: `example.com/${"long".repeat(20)} 1.0.0` };

test.each([79, 60, 46, 40, 30])("in %i columns a line is no longer", (columns) => {
  for (const line of downloadLines([aws, long, random], columns, plainLook))
    expect(line.length).toBeLessThanOrEqual(columns);
});

test("without a size there is no bar", () => {
  const unsized: Download = { what: "a/b 1.0.0", phase: "downloading", received: 999 };
  expect(downloadLines([unsized], 79, plainLook)).toEqual(["a/b 1.0.0  999 B"]);
});

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1000, "1.0 kB"],
  [12_345_678, "12.3 MB"],
  [152_000_000, "152 MB"],
])("%i bytes are %s", (bytes, text) => expect(bytesText(bytes)).toBe(text));
