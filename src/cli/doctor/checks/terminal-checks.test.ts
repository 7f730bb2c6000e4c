import { expect, test } from "vitest";
import { terminalChecks } from "./terminal-checks.js";

test.each([
  [
    { isInteractive: true, columns: 80, hasColour: true, isCi: false, annotates: false },
    ["Someone can be asked.", "80 columns", "They are shown."],
  ],
  [
    { isInteractive: false, columns: Infinity, hasColour: false, isCi: true, annotates: false },
    ["Nobody can be asked: CI is set.", "Lines may be of any length.", "None are shown."],
  ],
])("%j", (terminal, told) => {
  expect(terminalChecks(terminal).map(({ detail }) => detail)).toEqual(told);
});
