import { describe, expect, test } from "vitest";
import { expectGolden } from "../../tests/support/golden.js";
import {
  secretOf,
  unknown,
  type Because,
  type Cause,
  type ChangeAction,
  type Explanation,
  type PlainReason,
} from "../model/index.js";
import { explainJson } from "./explain-json.js";
import { explainText } from "./explain-text.js";
import { plainLook } from "./look.js";

const position = { file: "main.ts", line: 3, column: 5 };

function cause(name: string, action: ChangeAction): Cause {
  const type = "cloud:index:Bucket";
  return { urn: `urn:pulumi:dev::shop::${type}::${name}`, type, name, action };
}

function explanation(name: string, action: ChangeAction, ...because: readonly Because[]): Explanation {
  return { ...cause(name, action), kind: "custom", position, because };
}

function reason(...reasons: readonly PlainReason[]): readonly Because[] {
  return reasons.map((each) => ({ kind: "reason", reason: each }));
}

const field = { kind: "field", change: "update", replaces: false } as const;

const samples: Readonly<Record<string, readonly Explanation[]>> = {
  chain: [
    explanation("www", "update", {
      ...field,
      path: "bucket",
      before: "b-1",
      after: unknown,
      from: [{ kind: "resource", properties: ["id"], cause: cause("logs", "replace") }],
    }),
    explanation("logs", "replace", {
      ...field,
      path: "region",
      replaces: true,
      before: "eu",
      after: "us",
      from: [{ kind: "program", position }],
    }),
  ],
  fields: [
    explanation(
      "logs",
      "update",
      { ...field, path: "size", change: "add", after: 3, from: [{ kind: "provider" }] },
      { ...field, path: "label", change: "delete", before: "x", from: [{ kind: "program" }] },
      {
        ...field,
        path: "password",
        before: secretOf("hunter2"),
        after: secretOf("hunter3"),
        from: [{ kind: "resource", cause: cause("key", "create") }],
      },
      { ...field, path: "noise", hidden: true, from: [{ kind: "program", position }] },
      { kind: "drift", path: "acl", replaces: false, before: "private", after: "public" },
      { kind: "drift", path: "zone", replaces: true, hidden: true },
    ),
  ],
  others: [
    explanation("a", "replace", { kind: "goes-with", by: "replace-with", cause: cause("b", "replace") }),
    explanation("b", "replace", { kind: "goes-with", by: "deleted-with", cause: cause("c", "replace") }),
    explanation("c", "replace", { kind: "deleted-before", cause: cause("d", "replace") }),
    { ...explanation("d", "same", { kind: "contains", cause: cause("e", "create") }), kind: "component" },
    explanation("e", "update", { kind: "provider" }, { kind: "left-behind" }),
    explanation("f", "same", { kind: "deferred", why: "its provider is configured after apply" }),
  ],
  plain: [
    explanation("a", "create", ...reason({ kind: "not-in-state" })),
    explanation("b", "delete", ...reason({ kind: "not-in-program" })),
    explanation("c", "create", ...reason({ kind: "no-longer-present" })),
    explanation("d", "create", ...reason({ kind: "owed" })),
    explanation(
      "e",
      "replace",
      ...reason({ kind: "managed-differently", before: "cloud 1", after: "sky 2" }),
    ),
    explanation(
      "f",
      "replace",
      ...reason(
        ...(["trigger", "request", "taint", "replace-with", "deleted-with"] as const).map(
          (by) => ({ kind: "forced", by }) as const,
        ),
      ),
    ),
    explanation("g", "update", ...reason({ kind: "unfinished", why: ["not ready"] })),
    explanation("h", "record", ...reason({ kind: "bookkeeping", what: ["name", "options"] })),
    explanation("i", "undetermined", ...reason({ kind: "callback-did-not-run", position })),
    explanation("j", "same", ...reason({ kind: "assumed-member" })),
    explanation("k", "import", ...reason({ kind: "imported", id: "b-7" })),
    explanation("l", "skip", ...reason({ kind: "not-targeted" })),
  ],
  nothing: [
    explanation("a", "same"),
    explanation("b", "read"),
    { ...cause("c", "forget"), kind: "custom", because: [] },
  ],
};

describe("an explanation as text", () => {
  test.each(Object.keys(samples))("%s", async (name) => {
    const golden = new URL(`../../tests/golden/explain-text/${name}.txt`, import.meta.url);
    await expectGolden(explainText(samples[name]!), golden);
  });
});

test("no line is wider than the terminal, and places are called as the user does", () => {
  const look = { ...plainLook, width: 40, place: (file: string) => `src/${file}` };
  const text = explainText(samples["chain"]!, look);
  expect(text.split("\n").filter((line) => line.length > 40)).toEqual([]);
  expect(text.replaceAll(/\s+/g, " ")).toContain("from the program at src/main.ts:3:5");
});

test("the same as one document, with secrets masked", () => {
  const document = explainJson(samples["fields"]!);
  expect(JSON.stringify(document)).not.toContain("hunter");
  expect(document).toMatchObject({
    version: 1,
    explanations: [
      {
        name: "logs",
        action: "update",
        position: { line: 3 },
        because: [
          { kind: "field", path: "size", after: 3, from: [{ kind: "provider" }] },
          { path: "label", before: "x" },
          { path: "password", before: "[secret]", after: "[secret]", from: [{ cause: { name: "key" } }] },
          { path: "noise", hidden: true },
          { kind: "drift", before: "private", after: "public" },
          { hidden: true },
        ],
      },
    ],
  });
});

test("what is known after apply stands in the document by its sentinel", () => {
  expect(explainJson(samples["chain"]!)).toMatchObject({
    explanations: [{ because: [{ before: "b-1", after: "04da6b54-80e4-46f7-96ec-b56ff0331ba9" }] }, {}],
  });
});
