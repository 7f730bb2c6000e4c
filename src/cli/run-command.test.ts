import { describe, expect, test } from "vitest";
import { withStackOptions } from "./run-command.js";
import { commands } from "./commands/index.js";
import type { CommandOptionValues } from "./options.js";

const elsewhere: CommandOptionValues = { cwd: "examples/my shop", stack: "staging", json: true };

describe("a suggested command is for the project and the stack that were asked about", () => {
  test.each<readonly [line: string, given: CommandOptionValues, typed: string]>([
    ["coco rename page pages", {}, "coco rename page pages"],
    ["coco rename page pages", { stack: "staging" }, "coco rename page pages -s staging"],
    ["coco state ls", elsewhere, "coco state ls -s staging -C 'examples/my shop'"],
    ["coco plan", { stack: "staging", namespace: "acme" }, "coco plan --namespace acme -s staging"],
    ["coco destroy -s copy", elsewhere, "coco destroy -s copy -C 'examples/my shop'"],
    ["coco plan --stack=copy", { stack: "staging" }, "coco plan --stack=copy"],
    ["coco plan -C <folder>", { cwd: "nowhere" }, "coco plan -C <folder>"],
    ["coco stack ls", elsewhere, "coco stack ls -C 'examples/my shop'"],
    ["coco help plan", elsewhere, "coco help plan"],
    ["npm install", elsewhere, "npm install"],
    ["coconut.when(output, (value) => …)", elsewhere, "coconut.when(output, (value) => …)"],
  ])("%s %o", (line, given, typed) => {
    expect(withStackOptions(line, given, commands)).toBe(typed);
  });
});
