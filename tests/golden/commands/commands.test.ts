import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commandGroups } from "../../../src/cli/commands/index.js";
import { exitCodes } from "../../../src/engine/exit-code.js";
import { commandsPage } from "./commands-page.js";

const page = new URL("../../../docs/reference/commands.md", import.meta.url);

test("docs/reference/commands.md is what coco says about its commands (npm run docs:commands)", () => {
  expect(readFileSync(page, "utf8")).toBe(commandsPage(commandGroups));
});

test("every exit code is documented, and no other", () => {
  const documented = [...commandsPage([]).matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
  expect(documented).toEqual(Object.values(exitCodes).sort((a, b) => a - b));
});
