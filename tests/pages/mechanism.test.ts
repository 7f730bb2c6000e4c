import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { blockPurpose } from "./block-purpose.js";
import { compilePages } from "./compile-pages.js";
import { editText } from "./edit-text.js";
import { followPage, hasLines } from "./follow-page.js";
import { markdownBlocks, withBlock } from "./markdown-blocks.js";
import { PageFolder } from "./page-folder.js";
import { isPrinted, readTranscript, writeTranscript } from "./transcript.js";

const page = (...lines: readonly string[]) => `${lines.join("\n")}\n`;

describe("blocks", () => {
  test("have a language, a note, a text and a line", () => {
    const text = page(
      "# Title",
      "",
      "```ts main.ts",
      "a;",
      "",
      "b;",
      "```",
      "",
      "- item",
      "  ```sh",
      "  ls",
      "  ```",
    );
    expect(markdownBlocks(text)).toEqual([
      { language: "ts", note: "main.ts", text: "a;\n\nb;\n", line: 4 },
      { language: "sh", note: "", text: "ls\n", line: 11 },
    ]);
  });

  test("may hold shorter fences, and end", () => {
    expect(markdownBlocks(page("````text", "```ts", "```", "````"))[0]!.text).toBe("```ts\n```\n");
    expect(() => markdownBlocks(page("```ts", "a;"))).toThrow("never ends");
  });

  test("can be given another text, where they stand", () => {
    const text = page("a", "  ```console", "  $ ls", "  old", "  ```", "z");
    expect(withBlock(text, markdownBlocks(text)[0]!, "$ ls\nnew\n\nmore\n")).toBe(
      page("a", "  ```console", "  $ ls", "  new", "", "  more", "  ```", "z"),
    );
  });

  test.each([
    ["ts", "", { kind: "module", continues: false, fails: false }],
    ["ts", "continues", { kind: "module", continues: true, fails: false }],
    ["ts", "lib/page.ts", { kind: "module", file: "lib/page.ts", continues: false, fails: false }],
    ["json", "coconut.json", { kind: "file", file: "coconut.json" }],
    ["diff", "main.ts", { kind: "edit", file: "main.ts" }],
    ["ts", "from lib/page.ts", { kind: "excerpt", file: "lib/page.ts" }],
    ["ts", "declaration", { kind: "text" }],
    ["sh", "not run: it needs a cloud", { kind: "not-run", reason: "it needs a cloud" }],
    ["sh", "in a clone", { kind: "in-a-clone" }],
    ["console", "", { kind: "transcript" }],
  ])("```%s %s", (language, note, purpose) => {
    expect(blockPurpose({ language, note, text: "", line: 1 })).toEqual(purpose);
  });

  test.each([
    ["typescript", ""],
    ["", ""],
    ["ts", "continued"],
    ["console", "not run"],
    ["diff", ""],
  ])("nobody knows what ```%s %s promises", (language, note) => {
    expect(() => blockPurpose({ language, note, text: "", line: 7 })).toThrow("Line 7");
  });
});

test.each([
  ["a();\nb();\n", true],
  ["if (c) {\n  d();\n}\n", true],
  ["  d();\n", true],
  ["a();\n\nif (c) {\n", false],
  ["b()\n", false],
  ["d();\nb();\n", false],
])("an excerpt has whole lines as they stand: %j", (lines, isThere) => {
  expect(hasLines("{\n  a();\n  b();\n  if (c) {\n    d();\n  }\n}\n", lines)).toBe(isThere);
});

describe("edits", () => {
  test("replace what stands there once, in several places", () => {
    const diff = page(" one", "-two", "+deux", "@@", "-four", "+quatre", "+cinq");
    expect(editText("one\ntwo\nthree\nfour\n", diff)).toBe("one\ndeux\nthree\nquatre\ncinq\n");
  });

  test("refuse what is not there, or there twice", () => {
    expect(() => editText("one\n", "-two\n+three\n")).toThrow("no such lines");
    expect(() => editText("one\ntwo\none\n", "-one\n+three\n")).toThrow("twice");
  });
});

describe("transcripts", () => {
  const text = page(
    "$ coco plan # exits with 2",
    "a",
    "",
    "b",
    "",
    "$ coco watch",
    "c",
    "^C",
    "",
    "$ a \\",
    "  b",
  );

  test("are commands, with what each prints", () => {
    const commands = readTranscript(text);
    expect(commands).toEqual([
      { command: "coco plan", exitCode: 2, isInterrupted: false, printed: "a\n\nb" },
      { command: "coco watch", exitCode: 0, isInterrupted: true, printed: "c" },
      { command: "a \\\n  b", exitCode: 0, isInterrupted: false, printed: "" },
    ]);
    expect(writeTranscript(commands)).toBe(text);
  });

  test.each([
    ["a\nb", "a\nb\n"],
    ["a\n…\nd", "a\nb\nc\nd"],
    ["a\n…", "a"],
    ["id: …, made", "id: brave-otter, made"],
    ["took 34 ms", "took 1.2 s"],
    ["out/brave-otter.txt", "out/gentle-heron.txt"],
    ["at http://localhost:80/", "at http://localhost:45123/"],
    ["since 2026-01-01 10:00:00", "since 2027-02-03T11:12:13.456Z"],
    ["  created   a  1 ms\n  created   b  2 ms\nDone.", "  created   b  9 ms\n  created   a  8 ms\nDone."],
    [
      "  created   b  1 ms\n  …\nDone.",
      "  created   a  1 ms\n  created   b  2 ms\n  created   c  2 ms\nDone.",
    ],
    [
      "  created   c  1 ms\n  …\n  created   a  1 ms\nDone.",
      "  created   a  1 ms\n  created   b  2 ms\n  created   c  1 ms\nDone.",
    ],
    ["…\n  created   b  1 ms\nDone.", "Plan\n  created   a  1 ms\n  created   b  2 ms\nDone."],
  ])("%j is printed by %j", (expected, actual) => {
    expect(isPrinted(expected, actual)).toBe(true);
  });

  test.each([
    ["a", "a\nb"],
    ["a\nb", "a"],
    ["", "a"],
    ["a\n…\nd", "a\nb"],
    ["id: …, made", "id: brave-otter"],
    ["a.c", "abc"],
    ["out/brave-otter.txt", "out/some-file.txt"],
    ["  created   a  1 ms", "  deleted   a  1 ms"],
    ["  created   a  1 ms", "  created   a  1 ms\n  created   b  1 ms"],
    ["  created   a  1 ms\n  created   a  1 ms", "  created   a  1 ms\n  created   b  1 ms"],
    ["  created   a  1 ms\n  …\n  created   c  1 ms", "  created   a  1 ms\n  created   b  1 ms"],
  ])("%j is not printed by %j", (expected, actual) => {
    expect(isPrinted(expected, actual)).toBe(false);
  });
});

describe("a page", () => {
  test("that does not compile is told of, by its own lines", { timeout: 600_000 }, () => {
    const pages = {
      wrong: ["```ts", "const a = 1;", "```", "text", "```ts continues", "const b: string = a;", "```"],
      right: ["```ts fails", "const a = 1;", "```"],
      torn: ["```ts fails", "const a = 'one;", "```"],
      data: ["```json", "{", "```"],
      edited: [
        ["```ts one.ts", "export const one = 1;", "```"],
        ["```ts", 'import { one } from "./one.js";', "const two: number = one;", "```"],
        ["```diff one.ts", "-export const one = 1;", '+export const one = "1";', "```"],
        ["```ts", 'import { one } from "./one.js";', "const two: string = one;", "```"],
      ].flat(),
    };
    const faults = compilePages(
      Object.entries(pages).map(([path, lines]) => ({ path, text: page(...lines) })),
    );
    const told = (path: keyof typeof pages) => faults.get(path)!.map(({ line, what }) => `${line}: ${what}`);
    expect(told("wrong")).toEqual([expect.stringMatching(/^6: error TS2322/)]);
    expect(told("right")).toEqual(["2: This compiles, and the page says it does not."]);
    expect(told("torn")).toEqual([]);
    expect(told("data")).toEqual([expect.stringMatching(/^2: .*JSON/)]);
    expect(told("edited")).toEqual([]);
  });

  test("imports the generated classes of Terraform providers, and any class of others", () => {
    const classes = mkdtempSync(join(tmpdir(), "coconut-classes-"));
    try {
      mkdirSync(join(classes, ".coconut/tf"), { recursive: true });
      writeFileSync(join(classes, ".coconut/tf/package.json"), '{ "type": "module" }');
      writeFileSync(join(classes, ".coconut/tf/made.d.ts"), "export declare const one: number;\n");
      const text = page(
        "```ts",
        'import { one } from "#tf/made";',
        'import { Bucket } from "#tf/aws/bucket";',
        'export const bucket = new Bucket("logs");',
        "export const two: string = one;",
        "```",
      );
      const faults = compilePages([{ path: "page", text }], { classes });
      expect(faults.get("page")).toEqual([{ line: 5, what: expect.stringMatching(/^error TS2322/) }]);
    } finally {
      rmSync(classes, { recursive: true });
    }
  });

  test("is followed from top to bottom, and corrected", async () => {
    const text = page(
      "```json names.json",
      '{ "name": "ada" }',
      "```",
      "```diff names.json",
      '-{ "name": "ada" }',
      '+{ "name": "bob" }',
      "```",
      "```console",
      "$ cat names.json",
      '{ "name": "bob" }',
      "",
      "$ ls nowhere # exits with 2",
      "…",
      "",
      "$ echo one; trap 'exit 0' INT; while true; do sleep 0.1; done",
      "one",
      "^C",
      "```",
      "```console",
      "$ echo $((1 + 1))",
      "3",
      "```",
      "```sh",
      "false",
      "```",
    );
    const place = new PageFolder("shop");
    try {
      const { faults, corrected } = await followPage(text, place);
      expect(faults.map(({ line }) => line)).toEqual([20, 24]);
      expect(corrected).toBe(text.replace("\n3\n", "\n2\n"));
      expect(place.leftovers()).toEqual([]);
      await place.run("sleep 100 > /dev/null & disown");
      expect(place.leftovers()).toHaveLength(1);
    } finally {
      place.remove();
    }
  });

  test("a command that never ends is ended, and nothing outlives the folder", async () => {
    const place = new PageFolder("shop", {}, 3_000);
    try {
      expect(await place.run("echo begun; sleep 100 | cat")).toEqual({ exitCode: 137, text: "begun\n" });
      await place.run("sleep 100 > /dev/null & disown");
    } finally {
      place.remove();
    }
    expect(place.leftovers()).toEqual([]);
  });
});
