import { describe, expect, test } from "vitest";
import { expectGolden } from "../../../tests/support/golden.js";
import { change, field, planOf } from "../../../tests/support/sample-plan.js";
import { assetOf, referenceTo, secretOf, unknown, type Plan } from "../../model/index.js";
import { planText } from "./plan-text.js";

const reference = referenceTo({ urn: "urn:pulumi:dev::shop::cloud:index:Network::net", id: unknown });

const plans: Readonly<Record<string, Plan>> = {
  "nothing-to-do": planOf(),
  outputs: {
    ...planOf(change("update", "logs", { before: { size: 1 }, after: { size: 2 } }), change("same", "site")),
    outputChanges: [
      { name: "url", kind: "add", after: "https://shop.test", sources: [] },
      { name: "arn", kind: "update", before: "arn:1", after: unknown, sources: [] },
      {
        name: "hosts",
        kind: "update",
        before: { blue: ["a"], green: ["b"], old: 1 },
        after: { blue: ["a", "c"], green: ["B"] },
        sources: [],
      },
      {
        name: "password",
        kind: "update",
        before: secretOf("hunter2"),
        after: secretOf("hunter2!"),
        sources: [],
      },
      { name: "word", kind: "update", before: "was plain", after: secretOf("hunter2"), sources: [] },
      {
        name: "access",
        kind: "add",
        after: { user: "ana", key: secretOf("hunter2"), since: unknown },
        sources: [],
      },
      { name: "gone", kind: "delete", before: true, sources: [] },
    ],
  },
  "outputs-alone": {
    ...planOf(),
    outputChanges: [{ name: "a very long name of an output", kind: "delete", before: 1, sources: [] }],
  },
  unchanged: planOf(change("same", "logs"), change("same", "site"), change("read", "zone")),
  create: planOf(
    change("create", "logs", {
      reasons: [{ kind: "not-in-state" }],
      after: {
        name: "logs",
        size: 3,
        region: unknown,
        password: secretOf("hunter2"),
        network: reference,
        tags: { team: "web", "cost center": 7 },
        page: assetOf({ text: "hello" }, "0123456789abcdef"),
        policy: `{"Version":"2012-10-17","Statement":[${"x".repeat(80)}]}`,
        absent: undefined,
      },
    }),
    change("create", 'a "quoted" name'),
    change("create", "defaults", { after: { size: 1 }, decoded: { size: 1, colour: "green" } }),
    change("create", "again", {
      reasons: [{ kind: "no-longer-present" }],
      before: { size: 1 },
      after: { size: 1 },
    }),
    change("create", "owed", { reasons: [{ kind: "owed" }], before: { size: 1 }, after: { size: 2 } }),
  ),
  update: planOf(
    change("update", "logs", {
      reasons: [{ kind: "fields", fields: [field("size")] }],
      before: {
        name: "logs",
        size: 3,
        colour: "red",
        tags: { team: "web", stage: "dev" },
        zones: ["a", "b"],
      },
      after: { name: "logs", size: 4, label: "new", tags: { team: "ops", stage: "dev" }, zones: ["a"] },
    }),
    change("update", "later", { before: { region: "eu" }, after: { region: unknown } }),
    change("update", "secrets", {
      before: {
        changed: secretOf("old"),
        hidden: "was plain",
        shown: secretOf("was secret"),
        gone: secretOf("x"),
      },
      after: { changed: secretOf("new"), hidden: secretOf("hunter2"), shown: "plain now" },
    }),
    change("update", "unfinished", {
      reasons: [{ kind: "unfinished", why: ["not ready", "no address"] }],
      before: { size: 1 },
      after: { size: 1 },
    }),
  ),
  replace: planOf(
    change("replace", "fields", {
      reasons: [{ kind: "fields", fields: [field("region", true), field("rules", true), field("size")] }],
      before: { region: "eu", regional: 1, size: 1, rules: { in: 1, list: [1] } },
      after: { region: unknown, regional: 2, size: 2, rules: { in: 2, list: [3] } },
    }),
    ...(["trigger", "request", "taint", "replace-with", "deleted-with"] as const).map((by) =>
      change("replace", by, {
        reasons: [{ kind: "forced", by }],
        before: { size: 1 },
        after: { size: 1 },
      }),
    ),
    change("replace", "forced-and-fields", {
      reasons: [
        { kind: "forced", by: "request" },
        { kind: "fields", fields: [field("region", true)] },
      ],
      before: { region: "eu" },
      after: { region: "us" },
    }),
    change("replace", "moved", {
      reasons: [{ kind: "managed-differently", before: "cloud 1.0.0", after: "sky 2.0.0" }],
      before: { size: 1 },
      after: { size: 1 },
    }),
    change("replace", "dragged", {
      reasons: [{ kind: "forced", by: "replace-with", of: reference.urn }],
      before: { size: 1 },
      after: { size: 1 },
    }),
  ),
  drift: planOf(
    change("update", "logs", {
      reasons: [
        { kind: "drift", fields: [field("size", false, "drift"), field("tags.team", false, "drift")] },
      ],
      before: { size: 1 },
      after: { size: 1 },
      baseline: { size: 1, tags: { team: "web" } },
      observed: { size: 7, tags: { team: "ops" } },
    }),
    change("update", "both", {
      reasons: [
        { kind: "fields", fields: [field("size")] },
        { kind: "drift", fields: [field("colour", false, "drift")] },
      ],
      before: { size: 1 },
      after: { size: 2 },
      baseline: { colour: "red" },
      observed: {},
    }),
    change("update", "secret", {
      reasons: [{ kind: "drift", fields: [field("password", false, "drift")] }],
      baseline: { password: secretOf("hunter2") },
      observed: { password: "was plain" },
    }),
    change("replace", "another", {
      reasons: [{ kind: "drift", fields: [field("zone", true, "drift")] }],
      baseline: { zone: "a" },
      observed: { zone: "b" },
    }),
  ),
  predicted: {
    ...planOf(
      change("update", "host", {
        reasons: [{ kind: "fields", fields: [field("size"), field("address", false, "outputs")] }],
        before: { size: 1 },
        after: { size: 2 },
        decoded: { size: 2 },
        baseline: { address: "10.0.0.1" },
        outputs: { address: "10.0.0.2" },
        predictedOutputs: ["address"],
      }),
      change("create", "site", {
        after: { host: "10.0.0.2", title: "shop", token: secretOf("hunter2"), later: unknown },
        predicted: ["host", "token", "later"],
      }),
      change("replace", "rule", {
        reasons: [{ kind: "fields", fields: [field("target", true)] }],
        before: { target: "10.0.0.1", note: "gone" },
        after: { target: "10.0.0.2" },
        predicted: ["target", "note"],
      }),
      change("update", "map", {
        reasons: [{ kind: "fields", fields: [field("tags.host")] }],
        before: { tags: { host: "10.0.0.1", team: "web" } },
        after: { tags: { host: "10.0.0.2", team: "web" } },
        predicted: ["tags"],
      }),
    ),
    outputChanges: [
      { name: "url", kind: "update", before: "10.0.0.1", after: "10.0.0.2", sources: [], predicted: true },
      { name: "id", kind: "add", after: unknown, sources: [], predicted: true },
    ],
  },
  computed: planOf(
    change("update", "build", {
      reasons: [{ kind: "fields", fields: [field("revision", false, "outputs")] }],
      before: {},
      decoded: {},
      baseline: { revision: "one" },
      outputs: { revision: unknown },
    }),
  ),
  refreshed: planOf(
    change("refresh", "logs", {
      reasons: [{ kind: "observed", fields: [field("size", false, "drift")] }],
      before: { size: 1 },
      baseline: { size: 1 },
      observed: { size: 7 },
    }),
    change("forget", "gone", { reasons: [{ kind: "no-longer-present" }], before: { size: 1 } }),
  ),
  hidden: planOf(
    change("create", "new", {
      after: { name: "new", noise: "hidden", tags: { team: "web", stamp: "hidden" } },
      hideDiffs: ["noise", "tags.stamp"],
    }),
    change("update", "logs", {
      reasons: [
        { kind: "fields", fields: [field("size"), field("noise")] },
        { kind: "drift", fields: [field("seen", false, "drift")] },
      ],
      before: { size: 1, noise: "hidden", rules: [{ port: 1, stamp: "hidden" }] },
      after: { size: 2, noise: "also hidden", rules: [{ port: 1, stamp: "hidden too" }] },
      baseline: { seen: "hidden" },
      observed: { seen: "hidden now" },
      hideDiffs: ["noise", "rules[*].stamp", "seen"],
    }),
    change("update", "all", { before: { size: 1 }, after: { size: 2 }, hideDiffs: ["size"] }),
    change("update", "inside", {
      before: {},
      after: { tags: { stamp: "hidden" } },
      hideDiffs: ["tags.stamp"],
    }),
  ),
  renamed: {
    ...planOf(
      change("record", "log", {
        reasons: [{ kind: "bookkeeping", what: ["name"] }],
        renamedFrom: "urn:pulumi:dev::shop::cloud:index:Bucket::logs",
      }),
      change("record", "moved-out", {
        reasons: [{ kind: "bookkeeping", what: ["parent"] }],
        renamedFrom: "urn:pulumi:dev::shop::shop:web:Site$shop:web:Section$cloud:index:Bucket::moved-out",
      }),
      change("record", "of-another-stack", {
        reasons: [{ kind: "bookkeeping", what: ["name"] }],
        renamedFrom: "urn:pulumi:prod::shop::cloud:index:Bucket::of-another-stack",
      }),
      change("create", "web"),
      change("delete", "site", { reasons: [{ kind: "not-in-program" }] }),
    ),
    suggestions: [
      {
        from: "urn:pulumi:dev::shop::cloud:index:Bucket::site",
        to: "urn:pulumi:dev::shop::cloud:index:Bucket::web",
        evidence: ["same type", "region is equal"],
        command: "coco rename site web",
      },
    ],
  },
  asked: planOf(
    change("import", "adopted", {
      reasons: [
        { kind: "imported", id: "b-7" },
        { kind: "fields", fields: [field("size")] },
      ],
      before: { size: 1 },
      observed: {},
      after: { size: 2 },
    }),
    change("import", "as-it-is", {
      reasons: [{ kind: "imported", id: "b-8" }],
      before: { size: 1 },
      observed: {},
      after: { size: 1 },
    }),
    change("skip", "left", { reasons: [{ kind: "not-targeted" }], before: { size: 1 }, after: { size: 2 } }),
    change("skip", "not-made", { reasons: [{ kind: "not-targeted" }], after: { size: 2 } }),
    change("same", "member", { reasons: [{ kind: "assumed-member" }], before: {}, after: {} }),
    change("update", "changing-member", {
      reasons: [
        { kind: "assumed-member", position: { file: "main.ts", line: 3, column: 5 } },
        { kind: "fields", fields: [field("size")] },
      ],
      before: { size: 1 },
      after: { size: 2 },
    }),
  ),
  leaving: planOf(
    change("delete", "old", {
      reasons: [{ kind: "not-in-program" }],
      before: { password: secretOf("hunter2") },
    }),
    change("forget", "gone", { reasons: [{ kind: "no-longer-present" }], before: { size: 1 } }),
    change("undetermined", "perhaps", { reasons: [{ kind: "callback-did-not-run" }], before: { size: 1 } }),
    change("undetermined", "known-where", {
      reasons: [{ kind: "callback-did-not-run", position: { file: "main.ts", line: 3, column: 5 } }],
    }),
    change("record", "renamed", {
      reasons: [{ kind: "bookkeeping", what: ["name", "options"] }],
      before: { size: 1 },
      after: { size: 1 },
    }),
  ),
  deferred: planOf(
    change("create", "new", { after: { size: 1 }, deferred: "its provider is configured after apply" }),
    change("same", "there", {
      before: { size: 1 },
      after: { size: 1 },
      deferred: "its provider is configured after apply",
    }),
  ),
};

describe("a plan as text", () => {
  test.each(Object.keys(plans))("%s", async (name) => {
    const golden = new URL(`../../../tests/golden/plan-text/${name}.txt`, import.meta.url);
    await expectGolden(planText(plans[name]!), golden);
  });

  test("shows no secret, whatever happens to it", () => {
    for (const plan of Object.values(plans))
      expect(planText(plan)).not.toMatch(/hunter2|was plain|was secret/);
  });

  test("shows no value that is hidden", () => {
    expect(planText(plans["hidden"]!)).not.toMatch(/hidden/);
  });
});
