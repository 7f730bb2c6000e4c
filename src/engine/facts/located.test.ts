import { expect, test } from "vitest";
import type { Diagnostic } from "../../model/index.js";
import { located } from "./located.js";

const here = { file: "main.ts", line: 3, column: 1 };
const inside = { file: "main.ts", line: 3, column: 20 };
const about: Diagnostic = { code: "a/b", severity: "error", summary: "A", detail: "B." };

test.each<[string, Diagnostic, Diagnostic]>([
  ["of a resource", { ...about, resource: "urn" }, { ...about, resource: "urn", position: here }],
  [
    "with its own position",
    { ...about, resource: "urn", position: inside },
    { ...about, resource: "urn", position: inside },
  ],
  [
    "of a resource that the program does not declare",
    { ...about, resource: "other" },
    { ...about, resource: "other" },
  ],
  ["of no resource", about, about],
])("a problem %s", (_, diagnostic, expected) => {
  expect(located([diagnostic], (urn) => (urn === "urn" ? here : undefined))).toEqual([expected]);
});
