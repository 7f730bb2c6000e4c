import { describe, expect, test } from "vitest";
import { expectGolden } from "../../../tests/support/golden.js";
import { change, field, planOf } from "../../../tests/support/sample-plan.js";
import { compareLines } from "../../cli/face/compare-lines.js";
import { secretOf, unknown, type Change, type Plan } from "../../model/index.js";
import { displayWidth } from "../../std/display-width.js";
import { plainLook, type Look } from "../look.js";
import { planText } from "./plan-text.js";

const page = Array.from({ length: 40 }, (_, index) => `<p>Paragraph ${index + 1} of the page.</p>`);
const newPage = page.toSpliced(20, 1, "<p>Another paragraph.</p>", "<p>And one more.</p>").toSpliced(3, 1);
const policy = (effect: string) =>
  `{"Version":"2012-10-17","Statement":[{"Sid":"AllowReadFromTheNetworkOfTheOffice","Effect":"${effect}","Action":"read"}]}`;

const site = change("same", "front", { type: "shop:web:Site", kind: "component" });
const shell = change("create", "assets", {
  type: "shop:web:Assets",
  kind: "component",
  parent: site,
  reasons: [{ kind: "not-in-state" }],
});
const at = (line: number) => ({ file: "/project/src/main.ts", line, column: 14 });

const changes: readonly Change[] = [
  site,
  change("update", "page", {
    type: "local:index:File",
    parent: site,
    position: at(12),
    reasons: [{ kind: "fields", fields: [field("content")] }],
    before: { path: "out/index.html", content: `${page.join("\n")}\n`, mode: 0o644 },
    after: { path: "out/index.html", content: `${newPage.join("\n")}\n`, mode: 0o600 },
  }),
  shell,
  change("create", "logo", {
    type: "local:index:File",
    parent: shell,
    position: at(18),
    reasons: [{ kind: "not-in-state" }],
    after: { path: "out/logo.svg", content: "<svg/>", size: unknown },
  }),
  change("create", "fonts-for-the-pages-of-the-shop-and-for-its-printed-catalogue", {
    type: "local:index:Directory",
    parent: shell,
    position: at(19),
    reasons: [{ kind: "not-in-state" }],
    after: {
      path: "out/fonts",
      notice: "椰子の実 licence\nfor every use\n",
      rules: [
        { from: "10.0.0.0/8", ports: [80, 443], note: "everybody in the office and in the warehouse" },
        { from: "192.168.0.0/16", ports: [22], note: "the two people who look after the machines" },
      ],
    },
  }),
  change("delete", "banner", {
    type: "local:index:File",
    parent: site,
    reasons: [{ kind: "not-in-program" }],
  }),
  change("replace", "orders", {
    type: "cloud:index:Database",
    position: at(31),
    reasons: [{ kind: "fields", fields: [field("region", true), field("size")] }],
    before: { region: "eu", size: 10, password: secretOf("hunter2"), tags: { team: "web", stage: "dev" } },
    after: { region: "us", size: unknown, password: secretOf("hunter3"), tags: { team: "ops", cost: 7 } },
  }),
  change("update", "access", {
    type: "cloud:index:Policy",
    position: at(40),
    reasons: [
      { kind: "fields", fields: [field("document")] },
      { kind: "drift", fields: [field("acl", false, "drift"), field("rules[0].port", false, "drift")] },
    ],
    before: { document: policy("Allow") },
    after: { document: policy("Deny") },
    baseline: { acl: "private", rules: [{ port: 80 }] },
    observed: { acl: "public", rules: [{ port: 8080 }] },
  }),
  change("record", "log", {
    reasons: [{ kind: "bookkeeping", what: ["name"] }],
    renamedFrom: "urn:pulumi:dev::shop::cloud:index:Bucket::logs",
  }),
  change("import", "archive", { reasons: [{ kind: "imported", id: "b-7" }], before: {}, observed: {} }),
  change("read", "zone", { type: "cloud:index:Zone", kind: "external" }),
  change("undetermined", "mirror", { reasons: [{ kind: "callback-did-not-run", position: at(52) }] }),
  change("create", "bell\u0007\u001B[2J", {
    reasons: [{ kind: "no-longer-present" }],
    after: { "k\u001B": "\u009Bx" },
  }),
  ...Array.from({ length: 12 }, (_, index) => change("same", `same-${index}`)),
  change("create", "cart", { type: "cloud:index:Queue", reasons: [{ kind: "not-in-state" }] }),
  change("delete", "basket", { type: "cloud:index:Queue", reasons: [{ kind: "not-in-program" }] }),
];

const orders = changes.find(({ name }) => name === "orders")!.urn;
const rich: Plan = {
  ...planOf(...changes),
  steps: [
    { id: "delete orders", action: "delete", urn: orders, after: [], replacement: true },
    { id: "create orders", action: "create", urn: orders, after: ["delete orders"], replacement: true },
  ],
  skipped: [
    { position: at(52), waitsFor: [orders], givesMembers: false },
    { position: at(60), waitsFor: [orders], givesMembers: true },
    { position: at(70), waitsFor: [orders], givesMembers: false },
  ],
  held: [
    {
      code: "engine/uncertain",
      severity: "error",
      summary: "The result of a create is unknown",
      detail: "The run was interrupted while it created the object, and the provider cannot look it up.",
      resource: "urn:pulumi:dev::shop::cloud:index:Queue::mails",
      hint: "If it exists:\n    coco recover mails --adopt <id>\nif it does not:\n    coco recover mails --absent",
    },
  ],
  suggestions: [
    {
      from: "urn:pulumi:dev::shop::cloud:index:Queue::basket",
      to: "urn:pulumi:dev::shop::cloud:index:Queue::cart",
      evidence: ["all 4 inputs are equal"],
      command: "coco rename basket cart",
    },
  ],
};

const look: Look = {
  ...plainLook,
  place: (file) => file.replace("/project/", ""),
  compareLines,
};

function golden(name: string): URL {
  return new URL(`../../../tests/golden/plan-text/${name}.txt`, import.meta.url);
}

describe("a plan of many kinds", () => {
  test.each([40, 80, 200])("in %i columns", async (width) => {
    const text = planText(rich, { ...look, width });
    await expectGolden(text, golden(`rich-${width}`));
    const wrapped = text.split("\n").filter((line) => !/^ +(coco|urn:)/.test(line));
    expect(wrapped.filter((line) => displayWidth(line) > width)).toEqual([]);
  });

  test("in colour", async () => {
    const paint: Look["paint"] = (style, text) => `‹${style}:${text}›`;
    await expectGolden(planText(rich, { ...look, width: 80, paint }), golden("rich-painted"));
  });

  test("with all that is usually left out", async () => {
    await expectGolden(planText(rich, { ...look, width: 80, verbose: true }), golden("rich-verbose"));
  });

  test.each([20, 40, 200, Infinity])("sends no control character to a terminal of %i columns", (width) => {
    for (const verbose of [false, true])
      expect(planText(rich, { ...look, width, verbose })).not.toMatch(/[^\P{Cc}\n]/u);
  });
});

describe("a plan of 10,000 resources", () => {
  const shops = ["north", "south"].flatMap((name) => {
    const shop = change("create", name, { type: "shop:web:Shop", kind: "component" });
    const files = Array.from({ length: 3_000 }, (_, index) =>
      change("create", `${name}-${index}`, {
        type: "local:index:File",
        parent: shop,
        after: { path: `out/${name}/${index}.html`, content: unknown },
      }),
    );
    return [shop, ...files];
  });
  const branches = Array.from({ length: 1_000 }, (_, index) => {
    const branch = change("same", `branch-${index}`, { type: "shop:web:Branch", kind: "component" });
    const given = {
      type: "cloud:index:Bucket",
      parent: branch,
      reasons: [{ kind: "fields", fields: [field("size")] }] as const,
      before: { size: index },
      after: { size: index + 1 },
    };
    return [
      branch,
      change("update", `branch-${index}-data`, given),
      change("delete", `branch-${index}-logs`, { parent: branch, reasons: [{ kind: "not-in-program" }] }),
    ];
  });
  const large = planOf(
    ...shops,
    ...branches.flat(),
    ...Array.from({ length: 1_000 }, (_, index) => change("delete", `old-${index}`)),
    change("delete", "the-one-that-matters", { type: "cloud:index:Database" }),
  );

  test("shows few of many that are alike, and all that are not", async () => {
    const text = planText(large, { ...look, width: 80 });
    await expectGolden(text, golden("folded"));
    expect(text.split("\n").length).toBeLessThan(100);
    expect(text).toContain("the-one-that-matters");
  });

  test("shows all if that is wanted", () => {
    const text = planText(large, { ...look, width: 80, verbose: true });
    const lines = new Set(text.split("\n").map((line) => line.slice(line.search(/[\w:]+ "|urn:/))));
    const wanted = large.changes.flatMap(({ action, type, name, urn }) => [
      `${type} ${JSON.stringify(name)}`,
      ...(action === "same" ? [] : [urn]),
    ]);
    expect(wanted.filter((line) => !lines.has(line))).toEqual([]);
  });

  test("looks at each change a fixed number of times", () => {
    const looks = (count: number) => {
      let looked = 0;
      const changes = large.changes.slice(0, count).map((each) => {
        return new Proxy(each, {
          get: (target, key) => {
            looked++;
            return Reflect.get(target, key) as unknown;
          },
        });
      });
      planText(planOf(...changes), { ...look, width: 80 });
      return looked / count;
    };
    expect(looks(6_000)).toBeLessThan(looks(1_000) * 1.1);
  });
});

test("no line is wider than the terminal, however narrow that is and however wide the values", () => {
  const long = "aPropertyWhoseNameIsLongerThanMostTerminalsCanShow";
  const before = {
    [long]: "x".repeat(30),
    deep: { in: [1, { it: "椰子".repeat(20) }] },
    key: secretOf("a"),
    list: [1],
  };
  const after = {
    [long]: "y".repeat(30),
    deep: { in: [2, { it: "椰果".repeat(20) }] },
    key: secretOf("b"),
    list: unknown,
  };
  const plan = planOf(
    change("update", "名前".repeat(30), {
      before,
      after,
      reasons: [{ kind: "drift", fields: [field(long, true, "drift")] }],
      baseline: { [long]: "as it was left by the last run" },
      observed: { [long]: { as: "it was found by this one" } },
    }),
    change("replace", "again", {
      before,
      after,
      reasons: [{ kind: "fields", fields: [field("list", true), field(long, true), field("key", true)] }],
    }),
    change("create", "new", { after: { ...after, crew: { of: { it: ["👩‍🚀".repeat(40)] } } } }),
  );
  for (let width = 20; width <= 120; width++) {
    const lines = planText(plan, { ...look, width }).split("\n");
    expect(lines.filter((line) => displayWidth(line) > width)).toEqual([]);
  }
});

test("what is nested deeply keeps half of the width", () => {
  const nested: Change[] = [];
  for (let depth = 0; depth < 40; depth++) {
    const parent = nested.at(-1);
    nested.push(
      change("create", `level-${depth}`, {
        type: "shop:web:Box",
        kind: "component",
        ...(parent !== undefined && { parent }),
      }),
    );
  }
  const lines = planText(planOf(...nested), { ...look, width: 40 }).split("\n");
  expect(lines[39]).toMatch(/^\+ {16}└─ .{20}$/);
  for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(40);
});
