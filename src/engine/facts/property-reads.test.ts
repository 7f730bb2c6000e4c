import { expect, test } from "vitest";
import { constant, type ApplyExpression, type Expression, type ResourceHandle } from "../../model/index.js";
import { propertyReads } from "./property-reads.js";

const logs = { urn: "logs", kind: "custom" } as ResourceHandle;
const web = { urn: "web", kind: "component" } as ResourceHandle;

const property = (name: string): Expression => ({ kind: "property", resource: logs, name, declared: true });
const applied = (to: Expression): Expression => ({ kind: "apply", to }) as ApplyExpression;

function reads(expression: Expression, of = logs): readonly string[] | undefined {
  const inputs: Expression = { kind: "object", keys: ["other", "field"], values: [constant(1), expression] };
  return propertyReads({ inputs })("field", of);
}

test.each<[string, Expression, readonly string[] | undefined]>([
  ["a property", property("arn"), ["arn"]],
  ["a part of one", { kind: "get", from: property("tags"), key: "owner" }, ["tags.owner"]],
  ["an element of a list", { kind: "get", from: property("list"), key: "0" }, ["list[0]"]],
  ["a part of a callback's result", { kind: "get", from: applied(property("a")), key: "owner" }, ["a"]],
  ["several, each once", { kind: "array", items: [property("a"), property("b"), property("a")] }, ["a", "b"]],
  ["one behind callbacks", applied(applied({ kind: "secret", of: property("arn") })), ["arn"]],
  ["the resource itself", { kind: "reference", resource: logs }, ["id"]],
  [
    "a property of the resource itself",
    { kind: "get", from: { kind: "reference", resource: logs }, key: "x" },
    ["id"],
  ],
  ["nothing", constant(1), undefined],
])("%s", (_, expression, expected) => {
  expect(reads(expression)).toEqual(expected);
});

test("a component is read for its URN", () => {
  expect(reads({ kind: "reference", resource: web }, web)).toEqual(["urn"]);
});

test("a field with very many sources is not searched", () => {
  let long = property("arn");
  for (let length = 0; length < 2_000; length++) long = applied(long);
  expect(reads(long)).toBeUndefined();
});

test("inputs that are a single Output have no fields", () => {
  const read = propertyReads({ inputs: property("all") });
  expect(read("field", logs)).toBeUndefined();
});
