import { expect, test } from "vitest";
import { printMonikers, type MonikerFacts } from "./print-monikers.js";

const type = "cloud:index:Box";
const urn = (name: string) => `urn:pulumi:dev::shop::${type}::${name}`;
const facts = (name: string, more: Partial<MonikerFacts> = {}): MonikerFacts => ({
  urn: urn(name),
  name,
  type,
  scope: { module: "shop:main", id: name },
  ...more,
});
const inClass = (id: string) => ({ module: "@acme/x:lib/room", class: "Room", id });

test.each<[what: string, resources: MonikerFacts[], monikers: Record<string, string>]>([
  ["nothing", [], {}],
  ["one by itself", [facts("a")], { a: "dev:shop:main:cloud:index:Box#a" }],
  [
    "children by their parents, each naming package and module",
    [facts("a"), facts("b", { parent: urn("a"), scope: inClass("b") })],
    {
      a: "dev:shop:main:cloud:index:Box#a",
      b: "dev:shop:main:cloud:index:Box#a/@acme/x:lib/room/Room:cloud:index:Box#b",
    },
  ],
  [
    "a child of one that is nowhere in the program, and has no moniker itself",
    [facts("a", { scope: undefined }), facts("b", { parent: urn("a") })],
    { b: "dev:cloud:index:Box#a/shop:main:cloud:index:Box#b" },
  ],
  [
    "a child of one that is not known",
    [facts("b", { parent: urn("a") })],
    { b: "dev:shop:main:cloud:index:Box#b" },
  ],
  [
    "a global id, and what is below it",
    [
      facts("#1", { globalId: "1", parent: urn("p"), scope: { module: "shop:main", id: "x" } }),
      facts("b", { parent: urn("#1") }),
    ],
    { "#1": "dev#1", b: "dev#1/shop:main:cloud:index:Box#b" },
  ],
  [
    "a name, and a binding of the same text: the one without a name says all of its own",
    [facts("logs"), facts("shop:main#logs", { scope: { module: "shop:main", id: "logs" } })],
    {
      logs: "dev:shop:main:cloud:index:Box#logs",
      "shop:main#logs": "dev:shop:main:cloud:index:Box#shop:main#logs",
    },
  ],
  [
    "one global id of two types",
    [
      facts("#1", { globalId: "1" }),
      facts("#1", {
        urn: "urn:pulumi:dev::shop::cloud:index:Cup::#1",
        type: "cloud:index:Cup",
        globalId: "1",
      }),
    ],
    { "#1": "dev:shop:main:cloud:index:Cup##1" },
  ],
  [
    "a name that looks like a child",
    [
      facts("a"),
      facts("b", { parent: urn("a") }),
      facts("a/shop:main:cloud:index:Box#b", {
        scope: { module: "shop:main", id: "a/shop:main:cloud:index:Box#b" },
      }),
    ],
    {
      a: "dev:shop:main:cloud:index:Box#a",
      b: "dev:shop:main:cloud:index:Box#a/shop:main:cloud:index:Box#b",
      "a/shop:main:cloud:index:Box#b": "dev:shop:main:cloud:index:Box#a%2Fshop:main:cloud:index:Box%23b",
    },
  ],
])("%s", (_, resources, monikers) => {
  const printed = printMonikers(resources);
  const byName = resources.flatMap((each) => {
    const found = printed.get(each.urn);
    return found === undefined ? [] : [[each.name, found.moniker]];
  });
  expect(Object.fromEntries(byName)).toEqual(monikers);
  expect(new Set([...printed.values()].map(({ moniker }) => moniker)).size).toBe(printed.size);
});

test("what was printed before is known where it is another text", () => {
  const printed = printMonikers([facts("a"), facts("b", { parent: urn("a"), scope: inClass("b") })]);
  expect([printed.get(urn("a")), printed.get(urn("b"))]).toEqual([
    { moniker: "dev:shop:main:cloud:index:Box#a" },
    {
      moniker: "dev:shop:main:cloud:index:Box#a/@acme/x:lib/room/Room:cloud:index:Box#b",
      former: "dev:@acme/x:lib/room/Room:cloud:index:Box#b",
    },
  ]);
});

test("thousands inside each other are printed", () => {
  const nested = Array.from({ length: 2_000 }, (_, index) =>
    facts(`${index}`, { parent: index === 0 ? undefined : urn(`${index - 1}`) }),
  );
  expect(printMonikers(nested.toReversed()).size).toBe(2_000);
});
