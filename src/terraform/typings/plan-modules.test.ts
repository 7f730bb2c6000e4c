import { describe, expect, test } from "vitest";
import { block } from "../../../tests/terraform/support/schemas.js";
import { describedProvider } from "../../../tests/terraform/support/made-up-provider.js";
import { planModules, mostTypesOfOneModule, type PlannedExport } from "./plan-modules.js";

const empty = block({});
const call = { parameters: [], result: { kind: "string" } } as const;

interface Types {
  readonly resources?: readonly string[];
  readonly data?: readonly string[];
  readonly ephemeral?: readonly string[];
  readonly functions?: readonly string[];
}

function provider({ resources = [], data = [], ephemeral = [], functions = [] }: Types, type = "aws") {
  const blocks = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, empty]));
  return describedProvider(`tf_${type}`, type, {
    resources: blocks(resources),
    dataSources: blocks(data),
    ephemeral: blocks(ephemeral),
    functions: Object.fromEntries(functions.map((name) => [name, call])),
  });
}

/** The names of exports by kind and type, without the one of the configuration. */
function namesOf(types: Types, type?: string): Readonly<Record<string, string>> {
  const [module] = planModules(provider(types, type));
  const named = ({ kind, type: of, name }: PlannedExport) => [`${kind} ${of}`, name] as const;
  return Object.fromEntries(module!.exports.slice(1).map(named));
}

describe("the names of a small provider", () => {
  const rows: Readonly<Record<string, readonly [Types, Readonly<Record<string, string>>, string?]>> = {
    "leave out the name of the provider": [
      { resources: ["aws_s3_bucket"], data: ["aws_ami"], ephemeral: ["aws_token"], functions: ["arn_parse"] },
      {
        "resource aws_s3_bucket": "S3Bucket",
        "data aws_ami": "getAmi",
        "ephemeral aws_token": "openToken",
        "function arn_parse": "arnParse",
      },
    ],
    "leave out the first part of a type whose provider has another name": [
      { resources: ["google_compute_network"] },
      { "resource google_compute_network": "ComputeNetwork" },
      "google-beta",
    ],
    "keep a type that is the name of its provider": [
      { data: ["http"], resources: ["http"] },
      { "data http": "getHttp", "resource http": "Http" },
      "http",
    ],
    "of a resource and a data source of one type differ": [
      { resources: ["aws_ami"], data: ["aws_ami"] },
      { "resource aws_ami": "Ami", "data aws_ami": "getAmi" },
    ],
    "give the full name to a type that is called like the configuration": [
      { resources: ["aws_provider"] },
      { "resource aws_provider": "AwsProvider" },
    ],
    "give the full name to a type that is called like an import of the module": [
      { resources: ["aws_output", "aws_input", "aws_custom_resource"] },
      {
        "resource aws_output": "AwsOutput",
        "resource aws_input": "AwsInput",
        "resource aws_custom_resource": "AwsCustomResource",
      },
    ],
    "give the full name to a type whose short name begins with a digit": [
      { resources: ["aws_2fa"] },
      { "resource aws_2fa": "Aws2fa" },
    ],
    "number types whose names have no other difference": [
      { resources: ["aws_a_b", "aws_a-b", "aws_a__b"] },
      { "resource aws_a-b": "AB", "resource aws_a__b": "AwsAB", "resource aws_a_b": "AwsABResource" },
    ],
    "tell a function from a data source of the same name": [
      { data: ["aws_region"], functions: ["get_region"] },
      { "data aws_region": "getRegion", "function get_region": "getRegionFunction" },
    ],
    "of functions are no keywords and no imports of the module": [
      { functions: ["delete", "default", "resource", "provider"] },
      {
        "function delete": "deleteFunction",
        "function default": "defaultFunction",
        "function resource": "resourceFunction",
        "function provider": "providerFunction2",
      },
    ],
    "leave out types that Terraform's language cannot name": [
      { resources: ["aws_x", "../../x", "a b", "", "__", "1x", "aws_é"] },
      { "resource aws_x": "X", "resource aws_é": "É" },
    ],
  };
  test.each(Object.entries(rows))("%s", (_, [types, names, type]) => {
    expect(namesOf(types, type)).toEqual(names);
  });

  test("do not depend on the order of the types", () => {
    const types = ["aws_a_b", "aws_a-b", "aws_a__b", "aws_provider", "aws_c"];
    expect(namesOf({ resources: types.toReversed() })).toEqual(namesOf({ resources: types }));
  });
});

describe("a provider with more than 200 types", () => {
  const many = Array.from({ length: mostTypesOfOneModule }, (_, index) => `aws_t${index}`);

  test("has a module per type", () => {
    const modules = planModules(
      provider({
        resources: [...many, "aws_s3_bucket", "aws_provider", "aws_data", "aws_con", "aws_Case", "aws_case"],
        data: ["aws_ami", "aws_s3_bucket"],
        ephemeral: ["aws_token"],
        functions: ["arn_parse", "arn_build"],
      }),
    );
    const own = modules.filter(({ path }) => !/\/t\d+$/.test(path));
    expect(own.map(({ path, exports }) => [path, exports.map(({ name }) => name).join(", ")])).toEqual([
      ["aws/provider", "Provider"],
      ["aws/Case", "Case"],
      ["aws/aws_case", "Case"],
      ["aws/aws_con", "Con"],
      ["aws/aws_data", "Data"],
      ["aws/aws_provider", "AwsProvider"],
      ["aws/s3_bucket", "S3Bucket"],
      ["aws/data/ami", "getAmi"],
      ["aws/data/s3_bucket", "getS3Bucket"],
      ["aws/ephemeral/token", "openToken"],
      ["aws/functions", "arnBuild, arnParse"],
    ]);
    expect(modules.find(({ path }) => path === "aws/t7")?.exports).toMatchObject([{ name: "T7" }]);
  });

  test("a provider with 200 types is one module", () => {
    expect(planModules(provider({ resources: many })).map(({ path }) => path)).toEqual(["aws/index"]);
    expect(planModules(provider({ resources: many, data: ["aws_ami"] })).length).toBe(202);
  });
});
