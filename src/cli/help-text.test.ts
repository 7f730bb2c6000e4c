import { expect, test } from "vitest";
import { commandGroups, commands } from "./commands/index.js";
import { commandHelp, helpText } from "./help-text.js";

test("help has a line for every command, and names every one of a family", () => {
  const lines = helpText(commandGroups).split("\n");
  for (const { name, says } of commands) {
    const [first, second] = name.split(" ") as [string, string?];
    const found = lines.filter((line) => line.startsWith(`  ${first}`) && line.includes(second ?? says));
    expect([name, found.length]).toEqual([name, 1]);
  }
});

test("help of a command has its other names, its options with what they take, and an example", () => {
  const text = commandHelp(commands.filter(({ name }) => name === "plan"));
  expect(text).toMatch(/^coco plan\n {2}show what apply would do\n {2}also: coco preview, coco diff\n\n/);
  expect(text).toMatch(/^ {2}-t, --target <resource> {2,}touch only this one/m);
  expect(text).toMatch(/^ {6}--out <file> {2,}write it to a file/m);
  expect(text).toMatch(/^ {4}coco plan --out release\.plan$/m);
});

test.each(commands)("coco $name has an example that begins with its name", ({ name, examples }) => {
  expect(examples.length).toBeGreaterThan(0);
  expect(examples.filter((example) => !example.startsWith(name))).toEqual([]);
});

test("no two commands are called the same", () => {
  const names = commands.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("no line is longer than a terminal that is wide", () => {
  const long = [helpText(commandGroups), commandHelp(commands)]
    .join("\n")
    .split("\n")
    .filter((line) => line.length > 120);
  expect(long).toEqual([]);
});

test.each([40, 60, 80])("at %i columns no line is longer, and nothing is lost", (columns) => {
  const words = (text: string) => text.split(/\s+/).join("");
  for (const [whole, narrow] of [
    [helpText(commandGroups), helpText(commandGroups, columns)],
    [commandHelp(commands), commandHelp(commands, columns)],
  ] as const) {
    const isExample = (line: string) => /^ {4}coco /.test(line) || line.startsWith("coco ");
    const long = narrow.split("\n").filter((line) => line.length > columns && !isExample(line));
    expect(long).toEqual([]);
    expect(words(narrow)).toBe(words(whole));
  }
});
