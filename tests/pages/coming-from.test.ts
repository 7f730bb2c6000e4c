import { describe, expect, test } from "vitest";
import { commands } from "../../src/cli/commands/index.js";
import { mentionFault } from "./command-mentions.js";
import { readPage } from "./pages.js";

const pages = ["docs/coming-from/pulumi.md", "docs/coming-from/terraform.md"] as const;

describe.each(pages)("%s", (path) => {
  const cells = commandCells(readPage(path));

  test("has a table of commands", () => {
    expect(cells.length).toBeGreaterThan(15);
  });

  test("says beside every command of the other tool what there is, also where it says it short", () => {
    const faults = cells.flatMap((cell) => linesIn(cell)).flatMap((line) => faultOf(line) ?? []);
    expect(faults).toEqual([]);
  });
});

test.each<[cell: string, lines: readonly string[]]>([
  ["`coco apply`, `coco up`", ["coco apply", "coco up"]],
  ["`coco stack ls`, `new`, `rm`", ["coco stack ls", "coco stack new", "coco stack rm"]],
  ["`coco apply -t <resource>`, `--exclude`", ["coco apply -t <resource>", "coco apply --exclude"]],
  ["`-t`, `--replace`", ["coco plan -t", "coco plan --replace"]],
  ["", []],
])("in the cell %s", (cell, lines) => {
  expect(linesIn(cell)).toEqual(lines);
});

test("a command that there is not is a fault, and so is an option", () => {
  expect(faultOf("coco stack nothing")).toContain("nothing");
  expect(faultOf("coco plan --nothing")).toContain("--nothing");
  expect(faultOf("coco apply --exclude")).toBeUndefined();
});

/** The middle column of the table of commands, without its head. */
function commandCells(page: string): readonly string[] {
  const [, section = ""] = page.split("\n## Commands\n");
  const [, ...rows] = section
    .split("\n## ")[0]!
    .split("\n")
    .filter((row) => row.startsWith("| `"));
  return rows.map((row) => row.split(/(?<!\\)\|/)[2]!.trim());
}

/** The command lines that a cell means: a word alone goes with the group before it, an option with the command. */
function linesIn(cell: string): readonly string[] {
  let command = "coco plan";
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => {
    if (code.startsWith("-")) return `${command} ${code}`;
    const [, first = "", second = ""] = (code.startsWith("coco ") ? code : command).split(" ");
    if (!code.startsWith("coco ")) return `coco ${first} ${code}`;
    const isTwoWords = commands.some(({ name }) => name === `${first} ${second}`);
    command = isTwoWords ? `coco ${first} ${second}` : `coco ${first}`;
    return code;
  });
}

/** An option may be named without its value. */
function faultOf(line: string): string | undefined {
  const fault = mentionFault(line);
  return fault === undefined || mentionFault(`${line} <value>`) === undefined ? undefined : fault;
}
