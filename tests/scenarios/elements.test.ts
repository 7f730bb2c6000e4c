import { expect } from "vitest";
import * as v from "valibot";
import { secretOf } from "../../src/model/index.js";
import { secret } from "../../src/provider/index.js";
import type { Output } from "../../src/sdk/index.js";
import type { Scenario } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

/** A type whose inputs are a map, a list and an object with a default inside. */
const compound = {
  Rule: {
    inputs: {
      name: v.string(),
      tags: v.optional(v.record(v.string(), v.string())),
      list: v.optional(v.array(v.string())),
      spec: v.optional(
        v.object({
          host: v.optional(v.string()),
          note: v.optional(v.string()),
          protocol: v.optional(v.string(), "tcp"),
          users: v.optional(v.array(v.object({ name: v.string(), word: v.optional(v.string()) }))),
        }),
      ),
    },
  },
};

interface Compound {
  readonly tags?: object;
  readonly list?: readonly unknown[];
  readonly spec?: object;
}

/** The ARN is known after apply while the bucket `logs` moves to another region. */
function programOf(
  s: Scenario,
  region: string,
  args: (arn: Output<string>, hush: Output<string>) => Compound,
  options = {},
): void {
  s.program(({ bucket, rule, coconut }) => {
    const { arn } = bucket("logs", { region });
    rule("r", args(arn, coconut.secret(s.secret("open sesame"))) as never, options);
  });
}

async function rulePlan(s: Scenario) {
  const plan = await s.plan().succeeds();
  const json = plan.toJSON() as unknown as {
    readonly changes: readonly {
      readonly name: string;
      readonly before?: { readonly [field: string]: unknown };
      readonly after: { readonly [field: string]: unknown };
      readonly details: readonly {
        readonly path: string;
        readonly before?: unknown;
        readonly after?: unknown;
      }[];
    }[];
  };
  const { before, after, details } = json.changes.find(({ name }) => name === "r")!;
  const text = plan.text();
  const start = text.indexOf('cloud:index:Rule "r"');
  return {
    plan,
    before,
    after,
    details,
    text: text.slice(start, text.indexOf("\n\n", start)),
    explained: plan
      .explain("r")
      .text()
      .split("\n\n")[0]!
      .replaceAll(/ {2}\(\S+\.ts:\d+:\d+\)| at \S+\.ts:\d+:\d+/g, ""),
  };
}

const unknownText = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

scenario("of something new, only the unknown and the secret elements are masked", async (s) => {
  s.types(compound);
  programOf(s, "eu", (arn, hush) => ({
    tags: { owner: "ana", source: arn, word: hush },
    list: ["first", arn, "last"],
    spec: { host: arn, note: "hello", users: [{ name: "ana", word: hush }] },
  }));
  const { text, after } = await rulePlan(s);
  expect(text).toContain('tags: { owner: "ana", source: known after apply, word: [secret] }\n');
  expect(text).toContain('list: ["first", known after apply, "last"]\n');
  expect(text).toMatch(/note: "hello"/);
  expect(text).toMatch(/users: \[{ name: "ana", word: \[secret] }]/);
  expect(after).toMatchObject({
    tags: { owner: "ana", source: unknownText, word: "[secret]" },
    list: ["first", unknownText, "last"],
    spec: { host: unknownText, note: "hello", users: [{ name: "ana", word: "[secret]" }] },
  });
});

scenario("keys of a map are added, changed and removed beside an unknown and a secret one", async (s) => {
  s.types(compound);
  programOf(s, "eu", (arn, hush) => ({ tags: { gone: "bye", owner: "ana", source: arn, word: hush } }));
  await s.apply().succeeds();
  programOf(s, "us", (arn, hush) => ({ tags: { more: "new", owner: "ben", source: arn, word: hush } }));
  const { text, explained, details, plan } = await rulePlan(s);
  expect(text).toBe(
    [
      'cloud:index:Rule "r"',
      "    ~ tags:",
      '      - gone:   "bye"',
      '      ~ owner:  "ana" -> "ben"',
      '      ~ source: "arn:bucket-1" -> known after apply',
      '      + more:   "new"',
    ].join("\n"),
  );
  expect(explained).toBe(
    [
      'cloud:index:Rule "r" will be updated',
      '  tags.gone: "bye" -> null',
      "    from the program",
      '  tags.owner: "ana" -> "ben"',
      "    from the program",
      '  tags.source: "arn:bucket-1" -> known after apply',
      '    from arn of cloud:index:Bucket "logs", which will be replaced',
      '  tags.more: "new"',
      "    from the program",
    ].join("\n"),
  );
  expect(details).toMatchObject([
    { path: "tags.gone", before: "bye" },
    { path: "tags.owner", before: "ana", after: "ben" },
    { path: "tags.source", before: "arn:bucket-1", after: unknownText },
    { path: "tags.more", after: "new" },
  ]);
  await s.apply({ plan }).succeeds();
  s.cloud.has("rule r", {
    tags: { more: "new", owner: "ben", source: "arn:bucket-3", word: "open sesame" },
  });
});

scenario("an element is added at the front, in the middle and at the end of a list", async (s) => {
  s.types(compound);
  programOf(s, "eu", (arn, hush) => ({ list: ["a", arn, hush, "z"] }));
  await s.apply().succeeds();
  const listed = async (list: (arn: unknown, hush: unknown) => readonly unknown[]) => {
    programOf(s, "us", (arn, hush) => ({ list: list(arn, hush) }));
    const { text, explained } = await rulePlan(s);
    return { text: text.split("\n").slice(2), explained: explained.split("\n").slice(1) };
  };
  const front = await listed((arn, hush) => ["new", "a", arn, hush, "z"]);
  expect(front.text).toEqual([
    '      ~ [0]: "a" -> "new"',
    '      ~ [1]: "arn:bucket-1" -> "a"',
    "      ~ [2]: [secret] -> known after apply",
    '      ~ [3]: "z" -> [secret]',
    '      + [4]: "z"',
  ]);
  expect(front.explained).toEqual([
    '  list[0]: "a" -> "new"',
    "    from the program",
    '  list[1]: "arn:bucket-1" -> "a"',
    "    from the program",
    "  list[2]: [secret] -> known after apply",
    '    from arn of cloud:index:Bucket "logs", which will be replaced',
    '  list[3]: "z" -> [secret]',
    "    from the program",
    '  list[4]: "z"',
    "    from the program",
  ]);
  const middle = await listed((arn, hush) => ["a", arn, "new", hush, "z"]);
  expect(middle.text).toEqual([
    '      ~ [1]: "arn:bucket-1" -> known after apply',
    '      ~ [2]: [secret] -> "new"',
    '      ~ [3]: "z" -> [secret]',
    '      + [4]: "z"',
  ]);
  const end = await listed((arn, hush) => ["a", arn, hush, "z", "new"]);
  expect(end.text).toEqual(['      ~ [1]: "arn:bucket-1" -> known after apply', '      + [4]: "new"']);
  const shorter = await listed((arn, hush) => ["a", arn, hush]);
  expect(shorter.text).toEqual(['      ~ [1]: "arn:bucket-1" -> known after apply', '      - [3]: "z"']);
  expect(shorter.explained.slice(-2)).toEqual(['  list[3]: "z" -> null', "    from the program"]);
});

scenario("a default inside an object is not called removed while a part is unknown", async (s) => {
  s.types(compound);
  programOf(s, "eu", (arn) => ({ spec: { host: arn, note: "one" } }));
  await s.apply().succeeds();
  s.cloud.has("rule r", { spec: { host: "arn:bucket-1", note: "one", protocol: "tcp" } });
  programOf(s, "us", (arn) => ({ spec: { host: arn } }));
  const { text, explained } = await rulePlan(s);
  expect(text.split("\n").slice(1)).toEqual([
    "    ~ spec:",
    '      ~ host: "arn:bucket-1" -> known after apply',
    '      - note: "one"',
  ]);
  expect(explained).toContain('spec.note: "one" -> null\n    from the program');
  expect(explained).not.toContain("protocol");
});

scenario("the same holds for what is replaced", async (s) => {
  s.types({ Rule: { ...compound.Rule, replaceOn: ["spec"] } });
  programOf(s, "eu", (arn) => ({ spec: { host: arn, note: "one" } }));
  await s.apply().succeeds();
  programOf(s, "us", (arn) => ({ spec: { host: arn, note: "two" } }));
  const { text } = await rulePlan(s);
  expect(text.split("\n").slice(1)).toEqual([
    "    ~ spec:",
    '      ~ host: "arn:bucket-1" -> known after apply  (forces replacement if it changes)',
    '      ~ note: "one" -> "two"  (forces replacement)',
  ]);
});

scenario("a schema that fills in a default leaves a secret where it is", async (s) => {
  s.types(compound);
  const program = (note: string) =>
    programOf(s, "eu", (_, hush) => ({ spec: { note, users: [{ name: "ana", word: hush }] } }));
  program("one");
  const created = await rulePlan(s);
  expect(created.after["spec"]).toMatchObject({ note: "one", users: [{ name: "ana", word: "[secret]" }] });
  await s.apply().succeeds();
  program("two");
  const { text, before } = await rulePlan(s);
  expect(text).toContain('~ spec.note: "one" -> "two"');
  expect(before!["spec"]).toMatchObject({ note: "one", users: [{ name: "ana", word: "[secret]" }] });
  await s.apply().succeeds();
});

scenario("a value that becomes unknown as a whole, and known again, is one change", async (s) => {
  s.types(compound);
  const program = (region: string, isWhole: boolean) =>
    programOf(s, region, (arn) => ({
      tags: isWhole ? arn.apply((source) => ({ owner: "ana", source })) : { owner: "ana", source: "none" },
    }));
  program("eu", false);
  await s.apply().succeeds();
  program("us", true);
  const unknown = await rulePlan(s);
  expect(unknown.text).toContain('~ tags: { owner: "ana", source: "none" } -> known after apply');
  expect(unknown.explained).toContain(
    'tags: { owner: "ana", source: "none" } -> known after apply\n    from arn of cloud:index:Bucket "logs"',
  );
  await s.apply().succeeds();
  program("us", false);
  const known = await rulePlan(s);
  expect(known.text).toContain('~ tags.source: "arn:bucket-3" -> "none"');
});

scenario("a secret object tells neither its keys nor its size, on either side", async (s) => {
  s.types(compound);
  const program = (isSecret: boolean, owner: string) =>
    s.program(({ rule, coconut }) => {
      const tags = { owner, telltale: "x" };
      rule("r", { tags: isSecret ? coconut.secret(tags) : tags } as never);
    });
  program(true, "ana");
  const first = await rulePlan(s);
  expect(first.text).toContain("tags: [secret]");
  expect(JSON.stringify(first.plan)).not.toContain("telltale");
  await s.apply().succeeds();
  program(true, "ben");
  const changed = await rulePlan(s);
  expect(changed.text).toContain("~ tags: [secret]  (secret changed)");
  expect(changed.explained).toContain("tags: [secret] -> [secret]");
  expect(JSON.stringify([changed.plan, changed.plan.explain("r")])).not.toContain("telltale");
  program(false, "ben");
  const opened = await rulePlan(s);
  expect(opened.text).toContain('~ tags: [secret] -> { owner: "ben", telltale: "x" }');
  await s.apply().succeeds();
  program(true, "ana");
  const closed = await rulePlan(s);
  expect(closed.text).toContain("~ tags: [secret]  (secret changed)");
  expect(JSON.stringify([closed.plan, closed.plan.explain("r")]) + closed.text).not.toContain("telltale");
});

scenario("a secret field of a type stays masked as a whole while a part of it is unknown", async (s) => {
  const { inputs } = compound.Rule;
  s.types({ Rule: { inputs: { ...inputs, tags: secret(inputs.tags) } } });
  programOf(s, "eu", (arn) => ({ tags: { telltale: "x", source: arn } }));
  const first = await rulePlan(s);
  expect(first.text).toContain("tags: [secret]");
  expect(JSON.stringify(first.plan) + first.text).not.toContain("telltale");
  await s.apply().succeeds();
  programOf(s, "us", (arn) => ({ tags: { telltale: "y", telltales: "z", source: arn } }));
  const next = await rulePlan(s);
  expect(next.text).toContain("~ tags: [secret]  (secret changed)");
  expect(JSON.stringify([next.plan, next.plan.explain("r")]) + next.text).not.toContain("telltale");
});

scenario("an element that becomes secret is masked in what it was, and its neighbours are not", async (s) => {
  s.types(compound);
  const program = (isSecret: boolean, owner: string) =>
    s.program(({ rule, coconut }) => {
      const word = isSecret ? coconut.secret(s.secret("now secret")) : "was plain";
      rule("r", { tags: { owner, word } } as never);
    });
  program(false, "ana");
  await s.apply().succeeds();
  program(true, "ben");
  const { text, explained, before, plan } = await rulePlan(s);
  expect(text.split("\n").slice(1)).toEqual([
    "    ~ tags:",
    '      ~ owner: "ana" -> "ben"',
    "      ~ word:  [secret]  (secret changed)",
  ]);
  expect(explained).toContain('tags.owner: "ana" -> "ben"');
  expect(explained).toContain("tags.word: [secret] -> [secret]");
  expect(before).toMatchObject({ tags: { owner: "ana", word: "[secret]" } });
  expect(JSON.stringify([plan, plan.explain("r")])).not.toContain("was plain");
});

scenario("hidden elements stay hidden beside unknown ones", async (s) => {
  s.types(compound);
  const hideDiffs = { hideDiffs: ["tags.stamp"] };
  const program = (region: string, stamp: string) =>
    programOf(s, region, (arn) => ({ tags: { owner: "ana", stamp, source: arn } }), hideDiffs);
  program("eu", "hidden one");
  const first = await rulePlan(s);
  expect(first.text).toContain('tags: { owner: "ana", source: known after apply }\n    1 change not shown');
  await s.apply().succeeds();
  program("us", "hidden two");
  const { text, explained, plan } = await rulePlan(s);
  expect(text).toContain('~ tags.source: "arn:bucket-1" -> known after apply\n    1 change not shown');
  expect(explained).toContain("tags.stamp: not shown");
  expect(JSON.stringify([plan, plan.explain("r")]) + text).not.toMatch(/hidden (one|two)/);
});

scenario("each element is explained by the resource that it comes from", async (s) => {
  s.types(compound);
  const program = (region: string, acl: string, word: string) =>
    s.program(({ bucket, rule }) => {
      const logs = bucket("logs", { region });
      const copy = bucket("copy", { acl });
      const made = logs.name.apply(() => copy.acl);
      rule("r", { tags: { logs: logs.arn, made, copy: copy.arn, word } } as never);
    });
  program("eu", "private", "one");
  await s.apply().succeeds();
  program("us", "public", "two");
  const { explained } = await rulePlan(s);
  expect(explained.split("\n").slice(1)).toEqual([
    '  tags.logs: "arn:bucket-1" -> known after apply',
    '    from arn of cloud:index:Bucket "logs", which will be replaced',
    '  tags.made: "private" -> known after apply',
    '    from cloud:index:Bucket "copy", which will be updated',
    '  tags.word: "one" -> "two"',
    "    from the program",
  ]);
});

scenario("what is read of an object is a reason only if that part of it moves", async (s) => {
  const program = (stage: string, title: string) =>
    s.program(({ bucket, site }) => {
      const { tags } = bucket("logs", { tags: { owner: "ana", stage } });
      site("www", {
        bucket: "b",
        title: (tags as unknown as { owner: Output<string> }).owner.apply((owner) => `${owner} ${title}`),
      });
    });
  program("test", "one");
  await s.apply().succeeds();
  program("live", "two");
  const plan = await s.plan().succeeds();
  expect(plan.explain("www").text()).toContain('title: "ana one" -> "ana two"\n    from the program');
});

scenario("a premise that does not hold shows the neighbours of a secret", async (s) => {
  s.types(compound);
  const other = s.neighbour("network");
  const offers = (owner: string) => other.program(() => ({ owner }));
  offers("ana");
  await other.apply().succeeds();
  s.program(({ rule, coconut }) => {
    const owner = new coconut.StackReference<{ owner: string }>("network").requireOutput("owner");
    const word = coconut.secret(s.secret("open sesame"));
    const users = owner.apply((name) => (name === "ana" ? [] : [{ name, word }]));
    rule("r", { spec: { users } } as never);
  });
  const plan = await s.plan().succeeds();
  offers("ben");
  await other.apply().succeeds();
  const [problem] = await s.apply({ plan }).fails("engine/premise");
  expect(problem!.detail).toContain('spec.users[0]: (none) -> { name: "ben", word: [secret] }');
});

scenario("what an import finds is masked element by element", async (s) => {
  const id = s.cloud.adds("bucket logs", {
    name: "logs",
    region: "eu",
    tags: { owner: "ben", word: s.secret("shut sesame"), more: "open sesame" },
  });
  s.program(({ bucket, coconut }) => {
    const word = coconut.secret(s.secret("open sesame"));
    bucket("logs", { tags: { owner: "ana", word } as never }, { import: id });
  });
  const plan = await s.plan().succeeds();
  expect(plan.text()).toContain('      ~ owner: "ben" -> "ana"\n');
  expect(plan.text()).toContain("      ~ word:  [secret]  (secret changed)\n");
  expect(plan.text()).toContain("      - more:  [secret]\n");
  await s.apply({ plan }).succeeds();
});

/** What the cloud has is what the type returns. */
const returned = ({ id, properties }: { id: string; properties: object }) => ({
  id,
  outputs: { state: "active", ...properties },
});

scenario("what is read of an object with a secret inside is masked element by element", async (s) => {
  s.types({
    Rule: {
      ...compound.Rule,
      outputs: { state: v.string(), tags: v.optional(v.record(v.string(), v.string())) },
      create: async ({ client, inputs }: any) =>
        returned(await client.cloud.create({ kind: "rule", name: inputs.name, properties: inputs })),
      read: async ({ client, id }: any) => returned(await client.cloud.read({ kind: "rule", id })).outputs,
    },
  });
  programOf(s, "eu", (_, hush) => ({ tags: { owner: "ana", word: hush } }));
  await s.apply().succeeds();
  const object = [...(await s.state()).objects.values()].find(({ stored }) => stored.type.endsWith("Rule"));
  expect(object!.stored.outputs).toEqual({
    state: "active",
    tags: { owner: "ana", word: secretOf("open sesame") },
  });
  const moved = { owner: "ana", word: s.secret("shut sesame"), telltale: "open sesame" };
  s.cloud.drifts("rule r", { tags: moved });
  const { text, explained } = await rulePlan(s);
  expect(text).toContain("! word:     [secret]  (secret changed)");
  expect(text).toContain("! telltale: was absent, now [secret]");
  expect(explained).toContain("tags.word: [secret] -> [secret]  (changed outside Coconut)");
  expect(text + explained).not.toContain("sesame");
});
