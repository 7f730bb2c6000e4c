import { describe, expect, test } from "vitest";
import type { ChangeAction, Planned } from "../model/index.js";
import {
  isPredicted,
  partPremises,
  predictedFields,
  wholeResource,
  type PredictionFacts,
  type ValueSourceFact,
} from "./predicted-fields.js";

const nothing = () => [];

function resource(
  urn: string,
  action: ChangeAction,
  { sources = [], ...given }: Partial<Planned> & { readonly sources?: readonly ValueSourceFact[] } = {},
): PredictionFacts {
  const planned = { inputs: {}, outputs: {}, ...given };
  return { urn, kind: "custom", action, planned, sources: sources.length === 0 ? nothing : () => sources };
}

function reads(field: string, urn: string, ...properties: readonly string[]): ValueSourceFact {
  return { field, urn, reads: properties.length === 0 ? undefined : properties };
}

/** As text: `b: x y, c: z`. */
function found(...resources: readonly PredictionFacts[]): string {
  const fields = [...predictedFields(resources)].map(([urn, names]) => `${urn}: ${[...names].join(" ")}`);
  return fields.sort().join(", ");
}

const host = resource("host", "update", { outputs: { address: "a", pin: "p" }, predicted: ["address"] });

describe("values that rest on a prediction", () => {
  test.each<[situation: string, resources: readonly PredictionFacts[], expected: string]>([
    [
      "a field of a dependent",
      [host, resource("b", "same", { sources: [reads("x", "host", "address")] })],
      "b: x",
    ],
    [
      "not one of an output that is promised",
      [host, resource("b", "same", { sources: [reads("x", "host", "pin")] })],
      "",
    ],
    ["nor of the id", [host, resource("b", "same", { sources: [reads("x", "host", "id")] })], ""],
    [
      "a part of a predicted output",
      [host, resource("b", "same", { sources: [reads("x", "host", "address.ip")] })],
      "b: x",
    ],
    ["whatever a callback reads", [host, resource("b", "same", { sources: [reads("x", "host")] })], "b: x"],
    [
      "all outputs if all are predicted",
      [
        { ...host, planned: { ...host.planned!, predicted: "all" } },
        resource("b", "same", { sources: [reads("x", "host", "pin")] }),
      ],
      "b: x",
    ],
    [
      "none of a resource that stays",
      [{ ...host, action: "same" }, resource("b", "same", { sources: [reads("x", "host", "address")] })],
      "",
    ],
    [
      "none if no name is given",
      [
        { ...host, planned: { ...host.planned!, predicted: [] } },
        resource("b", "same", { sources: [reads("x", "host")] }),
      ],
      "",
    ],
    [
      "outputs that are made from such a field, and so on",
      [
        resource("c", "same", { sources: [reads("y", "b", "out")] }),
        resource("b", "update", { outputs: { out: 1 }, sources: [reads("x", "host", "address")] }),
        host,
      ],
      "b: x, c: y",
    ],
    [
      "the field itself, also of what stays",
      [
        host,
        resource("b", "same", { inputs: { x: 1 }, sources: [reads("x", "host", "address")] }),
        resource("c", "same", { sources: [reads("y", "b", "x")] }),
      ],
      "b: x, c: y",
    ],
    [
      "not the outputs of what stays",
      [
        host,
        resource("b", "same", { outputs: { out: 1 }, sources: [reads("x", "host", "address")] }),
        resource("c", "same", { sources: [reads("y", "b", "out")] }),
      ],
      "b: x",
    ],
    [
      "not another input of what changes",
      [
        host,
        resource("b", "update", { inputs: { x: 1, z: 2 }, sources: [reads("x", "host", "address")] }),
        resource("c", "same", { sources: [reads("y", "b", "z")] }),
      ],
      "b: x",
    ],
    [
      "all of what a callback makes from it",
      [
        host,
        resource("b", "create", { inputs: { z: 2 }, sources: [reads(wholeResource, "host")] }),
        resource("c", "same", { sources: [reads("y", "b", "z")] }),
      ],
      "b: *, c: y",
    ],
    [
      "all of an object that is read by a predicted id",
      [
        host,
        {
          ...resource("b", "read", { sources: [reads("id", "host", "address")] }),
          kind: "external",
          planned: undefined,
        },
        resource("c", "same", { sources: [reads("y", "b", "anything")] }),
      ],
      "b: id, c: y",
    ],
  ])("%s", (_, resources, expected) => {
    expect(found(...resources)).toBe(expected);
  });

  test("are not looked for without a prediction", () => {
    const sources = () => {
      throw new Error("asked");
    };
    expect(predictedFields([{ ...resource("b", "update"), sources }]).size).toBe(0);
  });
});

test.each<[Planned["predicted"], boolean]>([
  ["all", true],
  [["address"], true],
  [["pin"], false],
  [[], false],
  [undefined, false],
])("the output address is predicted by %j: %s", (predicted, expected) => {
  expect(isPredicted({ predicted }, "address")).toBe(expected);
});

test("premises are parted by the field that they begin with", () => {
  const [one, two] = ["address.ip", "pin"].map((path) => ({ path, planned: 1, applied: 2 }));
  expect(partPremises([one!, two!], (field) => field === "address")).toEqual({
    broken: [two],
    missed: [one],
  });
});
