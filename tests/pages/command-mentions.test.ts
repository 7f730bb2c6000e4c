import { describe, expect, test } from "vitest";
import { commandMentions, mentionFault } from "./command-mentions.js";
import { pagePaths, readPage } from "./pages.js";

describe("every command that a page names is there", () => {
  test.each(pagePaths)("%s", (path) => {
    const faults = commandMentions(readPage(path)).flatMap(({ line, text }) => {
      const fault = mentionFault(text);
      return fault === undefined ? [] : [`${path}:${line}: ${fault}`];
    });
    expect(faults).toEqual([]);
  });
});

test("mentions are found in the text, over the end of a line, and not in blocks", () => {
  const page =
    "Run `npx coco plan` or `coco apply\n--yes`:\n\n```sh\ncoco nothing\n`coco nothing`\n```\n\n| `coco stack ls` | `other` |\n";
  expect(commandMentions(page)).toEqual([
    { line: 1, text: "coco plan" },
    { line: 1, text: "coco apply --yes" },
    { line: 9, text: "coco stack ls" },
  ]);
});

describe("a mention", () => {
  test.each([
    "coco plan",
    "coco preview",
    "coco import",
    "coco import <type> <name> <id>",
    "coco state",
    "coco state …",
    "coco state taint web",
    "coco stack rm --force",
    "coco recover <name> --adopt <id>",
    "coco config set title 'A small site'",
    "coco graph --format dot | dot -Tpng",
    "coco <command> --help",
    "coco …",
  ])("%s holds", (text) => {
    expect(mentionFault(text)).toBeUndefined();
  });

  test.each([
    ["coco nothing", "Unknown command"],
    ["coco state nothing", "nothing"],
    ["coco plan --nothing", "Unknown option --nothing"],
    ["coco plan --adopt x", "does not support --adopt"],
    ["coco plan web", "takes no arguments."],
    ["coco plan --out", "needs a value"],
    ["coco import a b c d", "coco import"],
  ])("%s does not hold", (text, why) => {
    expect(mentionFault(text)).toContain(why);
  });
});
