import { describe, expect, test } from "vitest";
import { secretOf, unknown, type OutputExplanation } from "../model/index.js";
import { explainJson } from "./explain-json.js";
import { explainOutputText } from "./explain-output-text.js";

const cause = {
  urn: "urn:pulumi:dev::shop::cloud:index:Bucket::logs",
  type: "cloud:index:Bucket",
  name: "logs",
};

const samples: readonly (readonly [OutputExplanation, string])[] = [
  [
    {
      name: "arn",
      change: "update",
      before: "arn:1",
      after: unknown,
      from: [{ kind: "resource", properties: ["arn"], cause: { ...cause, action: "replace" } }],
    },
    `output "arn" will change
  "arn:1" -> known after apply
    from arn of cloud:index:Bucket "logs", which will be replaced
`,
  ],
  [
    { name: "new", change: "add", after: { port: 80 }, from: [{ kind: "program" }] },
    `output "new" will be added
  { port: 80 }
    from the program
`,
  ],
  [
    { name: "old", change: "delete", before: secretOf("hunter2"), from: [] },
    `output "old" will be removed
  [secret]
    no longer exported
`,
  ],
  [
    { name: "same", change: "none", from: [] },
    `output "same" is unchanged
  the exported value matches the recorded one
`,
  ],
  [
    { name: "late", change: "none", keepsLast: true, from: [] },
    `output "late" is unchanged
  its value depends on resources that are not in this plan
`,
  ],
];

describe("an explanation of an output", () => {
  test.each(samples.map(([output, text]) => [output.name, output, text] as const))(
    "%s",
    (_, output, text) => {
      expect(explainOutputText(output)).toBe(text);
    },
  );

  test("as JSON has the same, and no secret", () => {
    const documents = samples.map(([output]) => explainJson([], output));
    expect(documents[0]).toMatchObject({
      version: 1,
      output: {
        name: "arn",
        change: "update",
        before: "arn:1",
        from: [{ kind: "resource", properties: ["arn"], cause: { name: "logs", action: "replace" } }],
      },
      explanations: [],
    });
    expect(documents[4]).toMatchObject({ output: { keepsLast: true } });
    expect(JSON.stringify(documents)).not.toContain("hunter2");
  });
});
