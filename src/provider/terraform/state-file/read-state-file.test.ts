import { describe, expect, it } from "vitest";
import { isDiagnosticError, type Diagnostic } from "../../../model/index.js";
import { readTerraformState } from "./read-state-file.js";

const cloud = 'provider["example.com/acme/cloud"]';

function stateOf(...resources: readonly object[]): string {
  const usual = { mode: "managed", type: "cloud_net", name: "main", provider: cloud };
  const instances = [{ attributes: { id: "i" } }];
  return JSON.stringify({
    version: 4,
    resources: resources.map((each) => ({ ...usual, instances, ...each })),
  });
}

const named = new Map([["tf_cloud", "./bin/cloud"]]);

function problemOf(content: string): Diagnostic {
  try {
    readTerraformState(content, "state.json", named);
  } catch (error) {
    if (isDiagnosticError(error)) return error.diagnostics[0]!;
    throw error;
  }
  throw new Error("It was read.");
}

it.each<[content: string, detail: string, hint: string]>([
  ["", "state.json is empty.", "terraform state pull"],
  ['{"encrypted_data":"x"}', "state.json is encrypted by OpenTofu.", "tofu state pull"],
  ['{"version":3}', "has version 3", "Terraform 0.13 or later"],
  ['{"version":5}', "has version 5", "newer version of Coconut"],
  ["{", "is not a Terraform state file", "terraform state pull"],
  [" ".repeat(65 * 1024 * 1024), "has 65 MB", "terraform state mv"],
])("refuses a file (%#) and says what to do", (content, detail, hint) => {
  expect(problemOf(content)).toMatchObject({
    code: "provider/terraform-state-file",
    detail: expect.stringContaining(detail),
    hint: expect.stringContaining(hint),
  });
});

describe("the package of an object", () => {
  it.each<[entries: { [name: string]: string }, type: string, isDeclared: boolean]>([
    [{ tf_cloud: "./bin/cloud" }, "tf_cloud:cloud_net", true],
    [{ tf_other: "example.com/acme/cloud@~> 3.6" }, "tf_other:cloud_net", true],
    [{ tf_other: "acme/cloud" }, "tf_other:cloud_net", true],
    [{ tf_a: "acme/cloud", tf_b: "example.com/acme/cloud" }, "tf_b:cloud_net", true],
    [{ tf_other: "else.example.com/acme/cloud" }, "tf_cloud:cloud_net", false],
    [{ tf_cloud: "elsewhere/cloud" }, "tf_cloud:cloud_net", false],
    [{}, "tf_cloud:cloud_net", false],
  ])("of the entries %o is %s", (entries, type, isDeclared) => {
    const { objects } = readTerraformState(stateOf({}), "f", new Map(Object.entries(entries)));
    expect(objects).toMatchObject([{ type }]);
    expect(objects[0]!.obstacle === undefined).toBe(isDeclared);
  });
});

it("lists objects that cannot be imported, with what to do", () => {
  const { objects } = readTerraformState(
    stateOf(
      { provider: 'provider["example.com/acme/other-one"]' },
      { name: "b", provider: `module.m.${cloud}` },
      { name: "c", instances: [{ attributes_flat: {} }] },
      { name: "d", instances: [{ attributes: {}, deposed: "a1b2c3d4" }] },
    ),
    "f",
    named,
  );
  expect(objects.map(({ obstacle }) => obstacle?.remedy)).toEqual([
    "coco provider add example.com/acme/other-one",
    expect.stringContaining("root module"),
    expect.stringContaining("-refresh-only"),
    expect.stringContaining("terraform apply"),
  ]);
});

it("resolves dependencies to instances, in the same module instance if there are any", () => {
  const { objects } = readTerraformState(
    stateOf(
      { name: "a", instances: [{ index_key: 0 }, { index_key: 1 }] },
      { name: "b", instances: [{ dependencies: ["cloud_net.a", "cloud_net.missing", "cloud_net.b"] }] },
      { name: "x", module: "module.m[0]" },
      { name: "x", module: "module.m[1]" },
      { name: "y", module: "module.m[1]", instances: [{ dependencies: ["module.m.cloud_net.x"] }] },
    ),
    "f",
    named,
  );
  expect(objects.map(({ needs }) => needs)).toEqual([
    [],
    [],
    ["cloud_net.a[0]", "cloud_net.a[1]"],
    [],
    [],
    ["module.m[1].cloud_net.x"],
  ]);
});

it("says how to declare the configuration of an alias", () => {
  const { objects } = readTerraformState(stateOf({ provider: `${cloud}.eu` }), "f", named);
  expect(objects[0]!.provider).toEqual({
    name: "eu",
    remedy: expect.stringContaining('terraform.provider("cloud")'),
  });
});

it("names the class of a type", () => {
  const { classOf } = readTerraformState(stateOf({}), "f", named);
  expect(classOf("tf_random:random_password")).toMatchObject({
    name: "RandomPassword",
    expression: 'terraform.resource("random_password")',
  });
  expect(classOf("tf_google_beta:google_compute_network")).toMatchObject({
    expression: 'terraform.resource("google_compute_network", { package: "tf_google_beta" })',
  });
});
