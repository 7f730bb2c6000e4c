import { describe, expect, test } from "vitest";
import { describedProvider, madeUpProvider } from "../../../tests/terraform/support/made-up-provider.js";
import { block, blocks, optional } from "../../../tests/terraform/support/schemas.js";
import { packageNameOf } from "../../providers/terraform/package-name.js";
import type { Block, NestedBlock } from "../schema/index.js";
import { typingsOf } from "./typings-of.js";

function filesOf(...parameters: Parameters<typeof describedProvider>): ReadonlyMap<string, string> {
  return new Map([...typingsOf(describedProvider(...parameters))].map(({ path, text }) => [path, text]));
}

describe("generated modules", () => {
  test.each([
    ["tf_random", "random", "random_id"],
    ["tf_google_beta", "google-beta", "google_network"],
    ["tf_google_beta", "google-beta", "google_beta_network"],
    ["tf_other", "random", "random_id"],
    ["tf_http", "http", "http"],
  ])("name the package %s of the provider %s where the default of %s is another", (name, type, resource) => {
    const script = filesOf(name, type, { resources: { [resource]: block({}) } }).get(
      `${name.slice(3)}/index.js`,
    )!;
    const hasPackage = (call: string) =>
      script
        .split("\n")
        .some((line) => line.includes(` ${call}(`) && line.includes(`{ package: "${name}" }`));
    expect(hasPackage("provider")).toBe(packageNameOf(type, "provider") !== name);
    expect(hasPackage("resource")).toBe(packageNameOf(resource, "type") !== name);
  });

  test("are the same for the same schema", () => {
    expect([...typingsOf(madeUpProvider())]).toEqual([...typingsOf(madeUpProvider())]);
  });

  test("have one interface for objects with the same content, and several for others", () => {
    const rule = (more = {}) => blocks("list", { port: optional(), ...more });
    const text = filesOf("tf_a", "a", {
      resources: {
        a_one: block({ ingress: rule(), egress: rule() }),
        a_two: block({ ingress: rule(), egress: rule({ name: optional() }) }),
      },
    }).get("a/index.d.ts")!;
    expect([...text.matchAll(/export interface (\w+)/g)].map(([, name]) => name)).toEqual([
      "OneArgs",
      "OneIngressArgs",
      "OneIngress",
      "TwoArgs",
      "TwoEgressArgs",
      "TwoEgress",
    ]);
  });

  test("give way to classes in their names", () => {
    const text = filesOf("tf_a", "a", {
      resources: {
        a_one: block({ two: blocks("list", { x: optional() }) }),
        a_one_two: block({}),
        a_one_args: block({}),
      },
    }).get("a/index.d.ts")!;
    expect(text).toContain("constructor(name: string, args?: OneArgs2, options?: ResourceOptions);");
    expect(text).toContain("readonly two: Output<OneTwo2[]>;");
  });

  test("request the schema of a type when its module is generated", () => {
    const names = Array.from({ length: 201 }, (_, index) => `a_t${index}`);
    const { schemas, ...provider } = describedProvider("tf_a", "a", {
      resources: Object.fromEntries(names.map((name) => [name, block({})])),
    });
    const requested: string[] = [];
    const files = typingsOf({
      ...provider,
      schemas: { ...schemas, resource: (type) => (requested.push(type), schemas.resource(type)) },
    });
    expect(files.next().value).toMatchObject({ path: "a/provider.js" });
    files.next();
    expect(requested).toEqual([]);
    expect(files.next().value).toMatchObject({ path: "a/t0.js" });
    expect(requested).toEqual(["a_t0"]);
  });

  test("are refused for a schema that contains itself", () => {
    const inner = new Map<string, NestedBlock>();
    const around: Block = { ...block({}), blocks: inner };
    inner.set("again", { name: "again", nesting: "list", minItems: 0, maxItems: 0, block: around });
    expect(() => filesOf("tf_a", "a", { resources: { a_b: around } })).toThrow(
      "The schema of a_b contains itself. This is a bug in Coconut.",
    );
  });
});
