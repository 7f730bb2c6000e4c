import { describe, expect, it } from "vitest";
import { secretOf, type ValueObject } from "../../model/index.js";
import { statedDependencies, type DependentObject } from "./attribute-references.js";

const key: DependentObject = {
  urn: "key",
  inputs: { algorithm: "ECDSA", owner: "team-1" },
  outputs: {
    algorithm: "ECDSA",
    owner: "team-1",
    id: "key-17",
    pem: secretOf("private text"),
    address: "10.0.0.7",
    same: "key-17",
  },
  needs: [],
};

function statedFor(inputs: ValueObject, needs: readonly string[] = ["key"], others = [key]) {
  return statedDependencies([...others, { urn: "own", inputs, outputs: {}, needs }]).get("own")!;
}

describe("a string that equals an output of a dependency", () => {
  it.each<[inputs: ValueObject, references: readonly (readonly [field: string, property: string])[]]>([
    [{ key: "key-17" }, [["key", "id"]]],
    [{ host: "10.0.0.7" }, [["host", "address"]]],
    [{ pem: secretOf("private text") }, [["pem", "pem"]]],
    [{ rules: [{ from: ["10.0.0.7"] }] }, [["rules", "address"]]],
    [
      { host: "10.0.0.7", other: "10.0.0.7" },
      [
        ["host", "address"],
        ["other", "address"],
      ],
    ],
    // An input of the dependency is a reference only if it has the same name.
    [{ owner: "team-1" }, [["owner", "owner"]]],
    [{ team: "team-1" }, []],
    // A plain string does not become secret, and a secret does not become plain.
    [{ pem: "private text" }, []],
    [{ host: secretOf("10.0.0.7") }, []],
    [{ text: "host 10.0.0.7" }, []],
  ])("in %o", (inputs, references) => {
    const stated = statedFor(inputs);
    expect(stated.references.map(({ field, property }) => [field, property])).toEqual(references);
    expect(stated.dependsOn).toEqual(references.length > 0 ? [] : ["key"]);
  });

  it("stays a string if it is short, not from a dependency, or from several", () => {
    const short = { ...key, outputs: { id: "abc" } };
    expect(statedFor({ key: "abc" }, ["key"], [short]).references).toEqual([]);
    expect(statedFor({ key: "key-17" }, []).references).toEqual([]);
    const twin = { ...key, urn: "twin" };
    expect(statedFor({ key: "key-17" }, ["key", "twin"], [key, twin])).toEqual({
      references: [],
      dependsOn: ["key", "twin"],
    });
  });
});

it("states only the dependencies that others do not imply", () => {
  const a = { ...key, urn: "a" };
  const b = { urn: "b", inputs: {}, outputs: { id: "b-17" }, needs: ["a"] };
  expect(statedFor({}, ["a", "b"], [a, b]).dependsOn).toEqual(["b"]);
  expect(statedFor({ x: "b-17" }, ["a", "b"], [a, b]).dependsOn).toEqual([]);
});
