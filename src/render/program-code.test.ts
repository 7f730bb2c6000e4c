import { describe, expect, it } from "vitest";
import { archiveOf, assetOf, referenceTo, secretOf, type ClassCode, type Value } from "../model/index.js";
import { expectGolden } from "../../tests/support/golden.js";
import { parseSyntax } from "../../tests/support/syntax.js";
import { declaredProgram, programCode, type CodeResource } from "./program-code.js";

function resource(
  name: string,
  inputs: CodeResource["inputs"],
  more: Partial<CodeResource> = {},
): CodeResource {
  return {
    urn: `urn:pulumi:dev::shop::cloud:index:Bucket::${name}`,
    type: "cloud:index:Bucket",
    name,
    module: "@acme/cloud",
    inputs,
    references: new Map(),
    protect: true,
    ...more,
  };
}

const logs = resource("logs", { name: "logs", tags: { owner: "ana", "cost-centre": "7" } });

function made(name: string, expression: string): ClassCode {
  const imports = ['import * as terraform from "@coconut/coconut/terraform";'];
  return { kind: "made", name, imports, expression };
}

const samples: { readonly [name: string]: readonly CodeResource[] } = {
  nothing: [],
  simple: [logs],
  plugin: [
    resource("gear", { size: 1 }, { type: "plug:index:Part", module: undefined }),
    resource(
      "wheel",
      { size: 2 },
      { type: "plug:index:Part", module: undefined, urn: "urn:pulumi:dev::shop::plug:index:Part::wheel" },
    ),
    logs,
  ],
  references: [
    logs,
    resource(
      "www",
      { bucket: "bucket-1", also: ["bucket-1", "bucket-2"] },
      {
        type: "cloud:index:Site",
        urn: "urn:pulumi:dev::shop::cloud:index:Site::www",
        references: new Map([["bucket-1", { urn: logs.urn, property: "id" }]]),
        parent: "urn:pulumi:dev::shop::shop:web:Page::front page",
        provider: "urn:pulumi:dev::shop::pulumi:providers:cloud::eu",
      },
    ),
  ],
  made: [
    resource(
      "net",
      { name: "net" },
      {
        urn: "net",
        type: "tf_cloud:cloud_net",
        module: undefined,
        classCode: made("CloudNet", 'terraform.resource("cloud_net")'),
        comments: ['module.a["x\ny"].cloud_net.main'],
      },
    ),
    resource(
      "terraform",
      { net: "net-17", key: secretOf("hidden key"), other: secretOf("hidden other"), plain: "hidden-not" },
      {
        urn: "host",
        type: "tf_cloud:cloud_host",
        module: undefined,
        classCode: made("CloudHost", 'terraform.resource("cloud_host")'),
        references: new Map([
          ["net-17", { urn: "net", property: "id" }],
          ["hidden key", { urn: "net", property: "private-key", isSecret: true }],
          ["hidden-not", { urn: "net", property: "name" }],
        ]),
        dependsOn: ["net"],
        protect: false,
      },
    ),
    resource(
      "typed",
      { x: secretOf(true), aB: { c: secretOf("hidden") }, a: { bC: secretOf("hidden") } },
      {
        urn: "typed",
        type: "tf_random:random_password",
        module: undefined,
        classCode: { kind: "exported", module: "#tf/random", name: "Password" },
      },
    ),
  ],
  secrets: [
    resource("db", {
      password: secretOf("hidden"),
      port: secretOf(5432),
      isPublic: secretOf(false),
      users: [{ name: "ana", key: secretOf("hidden too") }],
      rest: secretOf({ deep: "hidden as well" }),
    }),
  ],
  assets: [
    resource("site", {
      page: assetOf({ text: "<h1>\n" }),
      icon: assetOf({ path: "icon.png" }),
      font: assetOf({ uri: "https://fonts.test/a" }),
      all: archiveOf({ assets: { "a.txt": assetOf({ text: "a" }), rest: archiveOf({ path: "rest" }) } }),
      far: archiveOf({ uri: "https://files.test/all.zip" }),
    }),
  ],
  names: [
    resource("class", {}, { urn: "1" }),
    resource("eu-west logs", {}, { urn: "2" }),
    resource("euWestLogs", {}, { urn: "3" }),
    resource("7 wonders", {}, { urn: "4" }),
    resource("config", {}, { urn: "5", type: "sky:index:Bucket", module: "./sky.ts", protect: false }),
    resource('naïve "quoted" \u2028 name', {}, { urn: "6" }),
  ],
  values: [
    resource("odd", {
      text: 'a "quote", a `tick`, ${x}, a \\ and a\nline',
      numbers: [0, -0, 1.5, NaN, Infinity, -Infinity, 1e21],
      nothing: null,
      list: [null, [], {}, true],
      ...(JSON.parse('{"__proto__": {"a": 1}}') as { [key: string]: Value }),
      long: { first: "a long text that goes on and on", second: "another long text that goes on and on" },
      reference: referenceTo({ urn: "urn:pulumi:dev::shop::a:b:C::x", id: "c-1" }),
      component: referenceTo({ urn: "urn:pulumi:dev::shop::a:b:D::y" }),
    }),
  ],
};

describe("a program that asks for what exists", () => {
  it.each(Object.keys(samples))("%s", async (name) => {
    const code = programCode(samples[name]!);
    parseSyntax("program.ts", code);
    expect(code).not.toContain("hidden");
    await expectGolden(code, new URL(`../../tests/golden/program-code/${name}.ts.txt`, import.meta.url));
  });
});

it("lists the configuration values that a program reads, each with a key of its own", () => {
  expect(declaredProgram(samples["made"]!).settings).toEqual([
    { key: "terraform2Other", type: "text" },
    { key: "typedX", type: "boolean" },
    { key: "typedABC", type: "text" },
    { key: "typedABC2", type: "text" },
  ]);
});
