import { expect, it } from "vitest";
import { secretOf, unknown, type Planned, type Stored, type ValueObject } from "../../model/index.js";
import type { ConfiguredProvider, PlanRequest, ProviderCall } from "../../provider/contract/index.js";
import { neverAborted } from "../../std/index.js";
import { minimalInputs } from "./minimal-inputs.js";

const call: ProviderCall = { phase: "plan", signal: neverAborted, report: () => {} };
const type = "tf_x:x_thing";

const planned = (inputs: ValueObject, outputs: ValueObject, changed: readonly string[]): Planned => ({
  inputs,
  outputs,
  change: changed.length > 0 ? "some" : "none",
  fields: changed.map((path) => ({ path, kind: "update", replaces: false, of: "outputs" })),
});

/**
 * `name` must be given. `size` is 7 by default, `zone` is chosen by the provider and kept, `note` has a default that is not the
 * one of the object, and `token` is only secret if the program says so. `old` and `new` exclude each other.
 */
const provider = {
  plan(_: ProviderCall, { mode, inputs, prior }: PlanRequest) {
    if (inputs["old"] !== undefined && inputs["new"] !== undefined)
      return { kind: "rejected", diagnostics: [{ code: "x", detail: "old and new" }] };
    if (mode === "create") {
      const chosen = { size: 7, zone: unknown, note: "other", token: unknown, old: unknown };
      return planned(inputs, { ...chosen, ...inputs }, []);
    }
    const outputs = { ...prior!.outputs, token: inputs["token"] ?? "t-1" };
    return planned(inputs, outputs, inputs["name"] === undefined ? ["name"] : []);
  },
} as unknown as ConfiguredProvider;

function stored(inputs: ValueObject): Stored {
  return { type, schemaVersion: 1, id: "1", inputs, outputs: { zone: "a", ...inputs } };
}

it.each<[what: string, given: ValueObject, left: readonly string[]]>([
  ["an input that is necessary", { name: "a" }, ["name"]],
  ["an input with its default", { name: "a", size: 7 }, ["name"]],
  ["an input with another value than its default", { name: "a", size: 8 }, ["name", "size"]],
  ["an input that the provider chooses", { name: "a", zone: "a" }, ["name"]],
  ["an input that a new object has differently", { name: "a", note: "mine" }, ["name", "note"]],
  ["a secret that would become readable", { name: "a", token: secretOf("t-1") }, ["name", "token"]],
  ["inputs that exclude each other", { name: "a", old: 1, new: 2 }, ["name", "new"]],
])("%s", async (_, given, left) => {
  const described = await minimalInputs(provider, call, stored(given));
  expect(Object.keys(described.inputs)).toEqual(left);
  expect(described).toMatchObject({ changes: [], refusals: [], stored: { inputs: described.inputs } });
});

it("tells what would change, and why inputs are refused", async () => {
  expect(await minimalInputs(provider, call, stored({}))).toMatchObject({ changes: ["name"] });
  const refusing = {
    plan: () => ({ kind: "rejected", diagnostics: [{ code: "x", detail: "never" }] }),
  } as unknown as ConfiguredProvider;
  expect(await minimalInputs(refusing, call, stored({ a: 1 }))).toMatchObject({
    inputs: { a: 1 },
    refusals: [{ detail: "never" }],
  });
});
