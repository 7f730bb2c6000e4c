import { describe, expect, it } from "vitest";
import { parseStateFile } from "./parse-state-file.js";
import type { StateFile, StateObject } from "./state-file.js";

const provider = 'provider["example.com/acme/cloud"]';

function fileOf(resource: object, more: object = {}): string {
  const usual = { mode: "managed", type: "cloud_net", name: "main", provider, instances: [{}] };
  return JSON.stringify({
    version: 4,
    terraform_version: "1.11.4",
    resources: [{ ...usual, ...resource }],
    ...more,
  });
}

function objectOf(resource: object): StateObject {
  return (parseStateFile(fileOf(resource)) as StateFile).objects[0]!;
}

describe("an object of a state file", () => {
  it.each<[what: string, resource: object, is: Partial<StateObject>]>([
    [
      "plain",
      {},
      { address: "cloud_net.main", resource: "cloud_net.main", key: undefined, isTainted: false },
    ],
    ["count", { instances: [{ index_key: 1 }] }, { address: "cloud_net.main[1]", key: 1 }],
    [
      "for_each",
      { instances: [{ index_key: 'a "b"' }] },
      { address: 'cloud_net.main["a \\"b\\""]', resource: "cloud_net.main", key: 'a "b"' },
    ],
    [
      "module",
      { module: 'module.net["x.y"].module.sub[2]' },
      {
        address: 'module.net["x.y"].module.sub[2].cloud_net.main',
        resource: "module.net.module.sub.cloud_net.main",
        module: [
          { name: "net", key: "x.y" },
          { name: "sub", key: 2 },
        ],
      },
    ],
    [
      "alias",
      { provider: `${provider}.eu` },
      { provider: { source: "example.com/acme/cloud", type: "cloud", alias: "eu", module: undefined } },
    ],
    [
      "provider of a module",
      { provider: `module.a["b"].${provider}` },
      {
        provider: {
          source: "example.com/acme/cloud",
          type: "cloud",
          alias: undefined,
          module: 'module.a["b"]',
        },
      },
    ],
    [
      "provider in a file of Terraform 0.12",
      { provider: "provider.cloud" },
      { provider: { source: "cloud", type: "cloud", alias: undefined, module: undefined } },
    ],
    ["tainted", { instances: [{ status: "tainted" }] }, { isTainted: true }],
    ["deposed", { instances: [{ deposed: "a1b2c3d4" }] }, { deposed: "a1b2c3d4" }],
    [
      "exact numbers",
      { instances: [{ schema_version: 3, attributes: { id: "i", n: 1 }, private: "eA==" }] },
      { schemaVersion: 3, attributes: '{"id":"i","n":1}', id: "i", private: "eA==" },
    ],
    [
      "attributes of Terraform 0.11",
      { instances: [{ attributes_flat: { id: "i" } }] },
      { attributes: undefined },
    ],
    ["dependencies", { instances: [{ dependencies: ["a.b"] }] }, { dependencies: ["a.b"] }],
    ["create before destroy", { instances: [{ create_before_destroy: true }] }, { isCreatedFirst: true }],
    [
      "sensitive places",
      {
        instances: [
          {
            sensitive_attributes: [
              [
                { type: "get_attr", value: "tags" },
                { type: "index", value: { value: "a", type: "string" } },
              ],
              [
                { type: "get_attr", value: "rules" },
                { type: "index", value: { value: 2, type: "number" } },
              ],
              [{ type: "get_attr", value: "other" }, { type: "new" }, { type: "get_attr", value: "x" }],
            ],
          },
        ],
      },
      {
        sensitive: [
          [{ attribute: "tags" }, { key: "a" }],
          [{ attribute: "rules" }, { index: 2 }],
          [{ attribute: "other" }],
        ],
      },
    ],
  ])("%s", (_, resource, is) => {
    expect(objectOf(resource)).toMatchObject(is);
  });

  it("has numbers that JavaScript cannot hold exactly as they are in the file", () => {
    const text = fileOf({ instances: [{ attributes: { n: "N" } }] }).replace('"N"', "12345678901234567890.5");
    const { objects } = parseStateFile(text) as StateFile;
    expect(objects[0]!.attributes).toBe('{"n":12345678901234567890.5}');
  });
});

it("lists data sources, outputs and checks", () => {
  const text = fileOf(
    { mode: "data", module: "module.a" },
    { outputs: { url: { value: "x" } }, check_results: [{ config_addr: "check.c" }] },
  );
  expect(parseStateFile(text)).toMatchObject({
    writtenBy: "1.11.4",
    objects: [],
    dataSources: ["module.a.data.cloud_net.main"],
    outputs: ["url"],
    checks: ["check.c"],
  });
});

describe("a text that is no state file", () => {
  it.each<[text: string, fault: object]>([
    [" \n", { kind: "empty" }],
    ['{"encrypted_data":"x","encryption_version":"v0"}', { kind: "encrypted" }],
    ['{"version":3}', { kind: "version", version: "3", isOlder: true }],
    ['{"version":5}', { kind: "version", version: "5", isOlder: false }],
    ["not JSON", { kind: "not-state", reason: expect.stringContaining("invalid JSON at character 1") }],
    ["[]", { kind: "not-state", reason: "the file is not a JSON object" }],
    ['{"name":"shop"}', { kind: "not-state", reason: expect.stringContaining('"version"') }],
    ['{"version":4,"resources":{}}', { kind: "not-state", reason: '"resources" is not a list' }],
    [fileOf({ type: "" }), { kind: "not-state", reason: 'a resource has no "type"' }],
    [fileOf({ provider: "?" }), { kind: "not-state", reason: expect.stringContaining("provider") }],
    [fileOf({ module: "net" }), { kind: "not-state", reason: "net is not the address of a module" }],
    [fileOf({ instances: [1] }), { kind: "not-state", reason: expect.stringContaining("an instance of") }],
    [
      fileOf({ instances: [{ schema_version: "x" }] }),
      { kind: "not-state", reason: '"schema_version" is not a whole number' },
    ],
  ])("%s", (text, fault) => {
    expect(parseStateFile(text)).toEqual(fault);
  });
});
