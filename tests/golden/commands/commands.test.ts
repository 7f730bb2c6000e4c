import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commandGroups } from "../../../src/cli/commands/index.js";
import { commandsPage } from "./commands-page.js";

const page = new URL("../../../docs/reference/commands.md", import.meta.url);

test("docs/reference/commands.md is what coco says about its commands (npm run docs:commands)", () => {
  expect(readFileSync(page, "utf8")).toBe(commandsPage(commandGroups));
});

test("a command or an option that the page lacks is seen", () => {
  const [group, ...others] = commandGroups;
  const [command] = group!.commands;
  const changed = (replacement: typeof command) =>
    commandsPage([{ ...group!, commands: [replacement!, ...group!.commands.slice(1)] }, ...others]);
  const written = readFileSync(page, "utf8");
  expect(changed({ ...command!, name: "fake" })).not.toBe(written);
  expect(changed({ ...command!, options: [...command!.options, "reveal"] })).not.toBe(written);
});
