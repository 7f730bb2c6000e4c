import { expect, test } from "vitest";
import { commandGroups, commands } from "./commands/index.js";
import { commandHelp, helpText } from "./help-text.js";
import { commonOptions, optionNames, optionOf } from "./options.js";

test("help has a line for every command, and names every one of a family", () => {
  // A long line is continued on the next one, indented.
  const lines = helpText(commandGroups)
    .replace(/\n {8,}/g, " ")
    .split("\n");
  for (const { name, says } of commands) {
    const [first, second] = name.split(" ") as [string, string?];
    const found = lines.filter((line) => line.startsWith(`  ${first}`) && line.includes(second ?? says));
    expect([name, found.length]).toEqual([name, 1]);
  }
});

test("help of a command has its other names, its options with what they take, and an example", () => {
  const text = commandHelp(commands.filter(({ name }) => name === "plan"));
  expect(text).toMatch(
    /^Show the changes that apply would make\n\nUsage: coco plan \[options\]\nAliases: coco preview, coco diff\n\nOptions:\n/,
  );
  expect(text).toMatch(/^ {2}-t, --target <resource> {2,}Only change this resource/m);
  expect(text).toMatch(/^ {6}--out <file> {2,}Save the plan to a file; apply it with coco apply <file>$/m);
  expect(text).toMatch(/^ {4}coco plan --out release\.plan$/m);
});

test("an option has the text of the command if it gives one", () => {
  const text = (name: string) => commandHelp(commands.filter((each) => each.name === name));
  expect(text("graph")).toMatch(/ --out <file> {2,}Write the graph to a file/);
  expect(text("stack export")).toMatch(/ --out <file> {2,}Write the deployment to a file/);
  expect(text("config get")).toMatch(/ --reveal {2,}Print secret values instead of \[secret\]/);
});

test.each(commands)(
  "coco $name gives texts only for options that it has",
  ({ options, optionTexts = {} }) => {
    const known = new Set<string>([...options, ...commonOptions]);
    expect(Object.keys(optionTexts).filter((name) => !known.has(name))).toEqual([]);
  },
);

test("summaries and options are phrases: a capital letter first, no full stop at the end", () => {
  const texts = [
    ...commands.flatMap(({ says, optionTexts = {} }) => [says, ...Object.values(optionTexts)]),
    ...optionNames.map((name) => optionOf(name).says),
  ];
  expect(texts.filter((text) => !/^[A-Z].*[^.]$/.test(text))).toEqual([]);
});

test.each(commands)("coco $name has an example that begins with its name", ({ name, examples }) => {
  expect(examples.length).toBeGreaterThan(0);
  expect(examples.filter((example) => !example.startsWith(name))).toEqual([]);
});

test("no two commands are called the same", () => {
  const names = commands.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test.each([undefined, 200])("no line is longer than 100 characters, even at %s columns", (columns) => {
  const long = [helpText(commandGroups, columns), commandHelp(commands, columns)]
    .join("\n")
    .split("\n")
    .filter((line) => line.length > 100);
  expect(long).toEqual([]);
});

test.each([20, 40, 60, 80])("at %i columns no line is longer, and nothing is lost", (columns) => {
  const words = (text: string) => text.split(/\s+/).join("");
  for (const [whole, narrow] of [
    [helpText(commandGroups), helpText(commandGroups, columns)],
    [commandHelp(commands), commandHelp(commands, columns)],
  ] as const) {
    const isExample = (line: string) => /^ {4}coco /.test(line);
    const long = narrow.split("\n").filter((line) => line.length > columns && !isExample(line));
    expect(long).toEqual([]);
    expect(words(narrow)).toBe(words(whole));
  }
});
