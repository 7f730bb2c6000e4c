import { expect, test } from "vitest";
import { secretOf, unknown, type Change, type Plan } from "../model/index.js";
import { planJson } from "./plan-json.js";

const change: Change = {
  urn: "urn:pulumi:dev::shop::disk:fs:File::page",
  type: "disk:fs:File",
  name: "page",
  kind: "custom",
  action: "update",
  reasons: [{ kind: "fields", fields: [{ path: "content", kind: "update", replaces: false, of: "inputs" }] }],
  sequence: [1],
  position: { file: "main.ts", line: 3, column: 14 },
  prior: {
    type: "disk:fs:File",
    schemaVersion: 1,
    id: "page",
    inputs: { content: secretOf("old") },
    outputs: {},
  },
  inputs: { content: secretOf({ text: "canary" }), path: unknown },
  needs: [],
};
const plan: Plan = {
  lineage: "l-1",
  base: 7,
  changes: [change],
  steps: [{ id: "update page", action: "update", urn: change.urn, after: [], replacement: false }],
  outputs: { token: secretOf("canary") },
  held: [],
  warnings: [],
  suggestions: [],
};

test("a plan is one document, with secrets masked and the unknown by its sentinel", () => {
  const text = JSON.stringify(planJson(plan));
  expect(text).not.toContain("canary");
  expect(JSON.parse(text)).toMatchObject({
    version: 1,
    base: 7,
    changes: [
      {
        action: "update",
        position: { line: 3 },
        before: { content: "[secret]" },
        after: { content: "[secret]", path: "04da6b54-80e4-46f7-96ec-b56ff0331ba9" },
      },
    ],
    outputs: { token: "[secret]" },
  });
});
