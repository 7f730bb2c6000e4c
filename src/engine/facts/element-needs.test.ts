import { expect, test } from "vitest";
import { constant, type Expression, type Registration, type ResourceHandle } from "../../model/index.js";
import { elementNeeds } from "./element-needs.js";

const logs = { urn: "logs", kind: "custom" } as ResourceHandle;
const other = { urn: "other", kind: "custom" } as ResourceHandle;

const property = (resource: ResourceHandle, name: string): Expression => ({
  kind: "property",
  resource,
  name,
  declared: true,
});
const made = { kind: "promise" } as Expression;
const secret: Expression = {
  kind: "secret",
  of: { kind: "object", keys: ["telltale"], values: [property(logs, "arn")] },
};

function elements(field: Expression): readonly string[] | undefined {
  const inputs: Expression = { kind: "object", keys: ["field"], values: [field] };
  const dependenciesOf = (expression: Expression) =>
    new Set(expression.kind === "property" ? [expression.resource] : [logs]);
  const found = elementNeeds({ inputs } as Registration, dependenciesOf)("field", logs);
  return found?.map(({ path, reads }) => `${path} ${reads?.join() ?? "-"}`);
}

test.each<[string, Expression, readonly string[] | undefined]>([
  ["a single value", property(logs, "arn"), undefined],
  ["a secret as a whole", secret, undefined],
  [
    "a map",
    {
      kind: "object",
      keys: ["a", "b c", "d", "e"],
      values: [property(logs, "arn"), property(logs, "id"), property(other, "id"), constant(1)],
    },
    ["field.a arn", 'field["b c"] id'],
  ],
  [
    "a list with a map in it",
    {
      kind: "array",
      items: [constant(1), { kind: "object", keys: ["x"], values: [property(logs, "arn")] }, made],
    },
    ["field[1].x arn", "field[2] -"],
  ],
  ["a secret inside: not its content", { kind: "array", items: [secret] }, ["field[0] arn"]],
])("%s", (_, field, expected) => {
  expect(elements(field)).toEqual(expected);
});
