import { expect, test } from "vitest";
import { commands } from "./commands/index.js";
import { commandHelp, helpText } from "./help-text.js";

test("help has a line for every command", () => {
  const lines = helpText(commands).split("\n");
  for (const { name, says } of commands)
    expect(lines.filter((line) => line.startsWith(`  coco ${name} `) && line.endsWith(says))).toHaveLength(1);
});

test("help of a command has its options with what they take", () => {
  const text = commandHelp(commands.filter(({ name }) => name === "plan"));
  expect(text).toMatch(/^coco plan\n {2}show what apply would do\n\n/);
  expect(text).toMatch(/^ {2}-t, --target <resource> {2,}touch only this one/m);
  expect(text).toMatch(/^ {6}--out <file> {2,}save the plan/m);
});

test("no line is longer than a terminal that is wide", () => {
  const long = [helpText(commands), commandHelp(commands)]
    .join("\n")
    .split("\n")
    .filter((line) => line.length > 120);
  expect(long).toEqual([]);
});
