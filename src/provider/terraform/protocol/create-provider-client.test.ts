import { create, fromBinary, toBinary, type DescMessage, type MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { createProviderClient } from "./create-provider-client.js";
import { Diagnostic_Severity } from "./generated/tfplugin_pb.js";
import * as six from "./generated/tfplugin6_pb.js";
import { ProviderCallError } from "./provider-call-error.js";
import type { ProviderClient } from "./provider-client.js";
import { rpcs, type Rpc } from "./rpcs.js";

const bytes = (...values: number[]) => Uint8Array.from(values);
const json = (text: string) => new TextEncoder().encode(text);

/** A client whose provider answers each call with the given message, and the calls that it made. */
function clientOf(protocol: 5 | 6, answers: { readonly [Each in keyof typeof rpcs]?: object }) {
  const sent: { rpc: string; type: string | undefined; request: object }[] = [];
  const client = createProviderClient({
    protocol,
    async send({ rpc, type, bytes, decode }) {
      const [name, found] = Object.entries<Rpc<DescMessage, DescMessage>>(rpcs).find(
        ([, each]) => each[protocol] === rpc,
      )!;
      sent.push({ rpc, type, request: fromBinary(found.request, bytes) });
      const answer = answers[name as keyof typeof rpcs];
      if (answer === undefined)
        throw new ProviderCallError(rpc, { kind: "status", code: 12, message: "unknown method" }, true);
      return decode(
        toBinary(found.response, create(found.response, answer as MessageInitShape<DescMessage>)),
      );
    },
  });
  return { client, sent };
}

const state = { msgpack: bytes(0x81, 0xa1, 0x61, 0xc0) };
const diagnostics = [{ severity: Diagnostic_Severity.WARNING, summary: "s", detail: "d" }];
const warned = { diagnostics: [{ severity: "warning", summary: "s", detail: "d" }] };
const identity = { identityData: { msgpack: bytes(1) } };
const capabilities = { writeOnlyAttributesAllowed: true, deferralAllowed: false };

type Case = readonly [
  name: keyof typeof rpcs,
  call: (client: ProviderClient) => Promise<unknown>,
  names: readonly [five: string, six: string],
  request: object,
  answer: object,
  expected: object,
];

const cases: readonly Case[] = [
  [
    "validateProvider",
    (client) => client.validateProvider({ config: state }),
    ["PrepareProviderConfig", "ValidateProviderConfig"],
    { config: state },
    { diagnostics },
    warned,
  ],
  [
    "configure",
    (client) => client.configure({ terraformVersion: "1.2.3", config: state }),
    ["Configure", "ConfigureProvider"],
    { terraformVersion: "1.2.3", config: state, clientCapabilities: capabilities },
    { diagnostics },
    warned,
  ],
  [
    "validateResource",
    (client) => client.validateResource({ type: "t", config: state }),
    ["ValidateResourceTypeConfig", "ValidateResourceConfig"],
    { typeName: "t", config: state, clientCapabilities: capabilities },
    { diagnostics },
    warned,
  ],
  [
    "upgrade",
    (client) => client.upgrade({ type: "t", version: 2, json: json("{}") }),
    ["UpgradeResourceState", "UpgradeResourceState"],
    { typeName: "t", version: 2n, rawState: { json: json("{}") } },
    { upgradedState: state, diagnostics },
    { state, ...warned },
  ],
  [
    "upgradeIdentity",
    (client) => client.upgradeIdentity({ type: "t", version: 2, json: json("{}") }),
    ["UpgradeResourceIdentity", "UpgradeResourceIdentity"],
    { typeName: "t", version: 2n, rawIdentity: { json: json("{}") } },
    { upgradedIdentity: identity, diagnostics },
    { identity: identity.identityData, ...warned },
  ],
  [
    "read",
    (client) => client.read({ type: "t", state, private: bytes(7), identity: identity.identityData }),
    ["ReadResource", "ReadResource"],
    {
      typeName: "t",
      currentState: state,
      private: bytes(7),
      currentIdentity: identity,
      clientCapabilities: capabilities,
    },
    {
      newState: { json: json("{}") },
      private: bytes(8),
      newIdentity: identity,
      deferred: { reason: 3 },
      diagnostics,
    },
    {
      state: { json: json("{}") },
      private: bytes(8),
      identity: identity.identityData,
      deferred: "absent-prerequisite",
      ...warned,
    },
  ],
  [
    "plan",
    (client) =>
      client.plan({
        type: "t",
        prior: state,
        proposed: { msgpack: bytes(2) },
        config: { msgpack: bytes(3) },
        priorPrivate: bytes(7),
        priorIdentity: identity.identityData,
      }),
    ["PlanResourceChange", "PlanResourceChange"],
    {
      typeName: "t",
      priorState: state,
      proposedNewState: { msgpack: bytes(2) },
      config: { msgpack: bytes(3) },
      priorPrivate: bytes(7),
      priorIdentity: identity,
      clientCapabilities: capabilities,
    },
    {
      plannedState: state,
      requiresReplace: [
        {
          steps: [
            { selector: { case: "attributeName", value: "a" } },
            { selector: { case: "elementKeyString", value: "k" } },
            { selector: { case: "elementKeyInt", value: 9n } },
            { selector: { case: "elementKeyInt", value: 9007199254740993n } },
          ],
        },
        {
          steps: [
            { selector: { case: "attributeName", value: "b" } },
            {},
            { selector: { case: "attributeName", value: "c" } },
          ],
        },
      ],
      plannedPrivate: bytes(8),
      plannedIdentity: identity,
      legacyTypeSystem: true,
      diagnostics,
    },
    {
      planned: state,
      requiresReplace: [
        [{ attribute: "a" }, { key: "k" }, { index: 9 }, { index: 9007199254740993n }],
        [{ attribute: "b" }],
      ],
      plannedPrivate: bytes(8),
      plannedIdentity: identity.identityData,
      isLegacy: true,
      ...warned,
    },
  ],
  [
    "apply",
    (client) =>
      client.apply({
        type: "t",
        prior: state,
        planned: { msgpack: bytes(2) },
        config: { msgpack: bytes(3) },
        plannedPrivate: bytes(7),
        plannedIdentity: identity.identityData,
      }),
    ["ApplyResourceChange", "ApplyResourceChange"],
    {
      typeName: "t",
      priorState: state,
      plannedState: { msgpack: bytes(2) },
      config: { msgpack: bytes(3) },
      plannedPrivate: bytes(7),
      plannedIdentity: identity,
    },
    { newState: state, private: bytes(8), newIdentity: identity, diagnostics },
    { state, private: bytes(8), identity: identity.identityData, isLegacy: false, ...warned },
  ],
  [
    "import",
    (client) => client.import({ type: "t", id: "i-1" }),
    ["ImportResourceState", "ImportResourceState"],
    { typeName: "t", id: "i-1", clientCapabilities: capabilities },
    { importedResources: [{ typeName: "u", state, private: bytes(8), identity }], diagnostics },
    {
      imported: [{ type: "u", state, private: bytes(8), identity: identity.identityData }],
      ...warned,
    },
  ],
  [
    "import",
    (client) => client.import({ type: "t", identity: identity.identityData }),
    ["ImportResourceState", "ImportResourceState"],
    { typeName: "t", id: "", identity, clientCapabilities: capabilities },
    { importedResources: [], diagnostics },
    { imported: [], ...warned },
  ],
  [
    "validateData",
    (client) => client.validateData({ type: "t", config: state }),
    ["ValidateDataSourceConfig", "ValidateDataResourceConfig"],
    { typeName: "t", config: state },
    { diagnostics },
    warned,
  ],
  [
    "readData",
    (client) => client.readData({ type: "t", config: state }),
    ["ReadDataSource", "ReadDataSource"],
    { typeName: "t", config: state, clientCapabilities: capabilities },
    { state, deferred: { reason: 17 }, diagnostics },
    { state, deferred: "unknown", ...warned },
  ],
  [
    "callFunction",
    (client) => client.callFunction({ name: "f", arguments: [state, state] }),
    ["CallFunction", "CallFunction"],
    { name: "f", arguments: [state, state] },
    { result: state },
    { result: state, diagnostics: [] },
  ],
  [
    "callFunction",
    (client) => client.callFunction({ name: "f", arguments: [] }),
    ["CallFunction", "CallFunction"],
    { name: "f" },
    { error: { text: "no", functionArgument: 0n } },
    {
      result: {},
      argument: 0,
      diagnostics: [{ severity: "error", summary: "Error in function call", detail: "no" }],
    },
  ],
  [
    "validateEphemeral",
    (client) => client.validateEphemeral({ type: "t", config: state }),
    ["ValidateEphemeralResourceConfig", "ValidateEphemeralResourceConfig"],
    { typeName: "t", config: state },
    { diagnostics },
    warned,
  ],
  [
    "openEphemeral",
    (client) => client.openEphemeral({ type: "t", config: state }),
    ["OpenEphemeralResource", "OpenEphemeralResource"],
    { typeName: "t", config: state, clientCapabilities: capabilities },
    { result: state, private: bytes(8), renewAt: { seconds: 1_700_000_000n, nanos: 5_000_000 }, diagnostics },
    { result: state, private: bytes(8), renewAt: 1_700_000_000_005, ...warned },
  ],
  [
    "renewEphemeral",
    (client) => client.renewEphemeral({ type: "t", private: bytes(7) }),
    ["RenewEphemeralResource", "RenewEphemeralResource"],
    { typeName: "t", private: bytes(7) },
    { private: bytes(8), diagnostics },
    { private: bytes(8), renewAt: undefined, ...warned },
  ],
  [
    "closeEphemeral",
    (client) => client.closeEphemeral({ type: "t" }),
    ["CloseEphemeralResource", "CloseEphemeralResource"],
    { typeName: "t" },
    { diagnostics },
    warned,
  ],
  [
    "generateConfiguration",
    (client) => client.generateConfiguration({ type: "t", state }),
    ["GenerateResourceConfig", "GenerateResourceConfig"],
    { typeName: "t", state },
    { config: state, diagnostics },
    { config: state, ...warned },
  ],
  ["stop", (client) => client.stop(), ["Stop", "StopProvider"], {}, {}, { error: undefined }],
  ["stop", (client) => client.stop(), ["Stop", "StopProvider"], {}, { error: "busy" }, { error: "busy" }],
  [
    "metadata",
    (client) => client.getMetadata(),
    ["GetMetadata", "GetMetadata"],
    {},
    {
      serverCapabilities: { planDestroy: true },
      resources: [{ typeName: "t" }],
      dataSources: [{ typeName: "d" }],
      ephemeralResources: [{ typeName: "e" }],
      functions: [{ name: "f" }],
      diagnostics,
    },
    {
      capabilities: {
        planDestroy: true,
        schemaOptional: false,
        moveResourceState: false,
        generateResourceConfig: false,
      },
      resources: ["t"],
      dataSources: ["d"],
      ephemeral: ["e"],
      functions: ["f"],
      ...warned,
    },
  ],
];

describe.each([5, 6] as const)("protocol %s", (protocol) => {
  test.each(cases)("%s", async (name, call, names, request, answer, expected) => {
    const { client, sent } = clientOf(protocol, { [name]: answer });
    expect(await call(client)).toEqual(expected);
    expect(sent).toMatchObject([{ rpc: names[protocol - 5], request }]);
  });

  test("a diagnostic of unknown severity is an error, and has its path", async () => {
    const steps = [{ selector: { case: "attributeName", value: "a" } }];
    const found = { severity: 9, summary: "s", detail: "d", attribute: { steps } };
    const { client } = clientOf(protocol, { configure: { diagnostics: [found] } });
    expect(await client.configure({ terraformVersion: "1", config: {} })).toEqual({
      diagnostics: [{ severity: "error", summary: "s", detail: "d", path: [{ attribute: "a" }] }],
    });
  });
});

describe("the schema of a provider", () => {
  const schema = (name: string) =>
    toBinary(
      six.SchemaSchema,
      create(six.SchemaSchema, { version: 1n, block: { attributes: [{ name, type: json('"string"') }] } }),
    );
  const answer = {
    provider: schema("region"),
    resourceSchemas: { good: schema("a"), bad: bytes(0x12, 0x50), ["__proto__"]: schema("p") },
    dataSourceSchemas: { data: schema("d") },
    ephemeralResourceSchemas: { token: schema("e") },
    functions: {
      f: {
        parameters: [{ name: "x", type: json('"number"'), allowNullValue: true, description: "An x." }],
        variadicParameter: { name: "more", type: json('"dynamic"'), allowUnknownValues: true },
        return: { type: json('"bool"') },
        summary: "F.",
        deprecationMessage: "Use g.",
      },
    },
    serverCapabilities: { getProviderSchemaOptional: true },
    diagnostics,
  };
  const identityAttributes = [
    { name: "id", type: json('"string"'), requiredForImport: true, description: "The id." },
  ];

  test("is read type by type", async () => {
    const { client, sent } = clientOf(6, {
      schema: answer,
      identitySchemas: { identitySchemas: { good: { version: 2n, identityAttributes } } },
    });
    const { schema, diagnostics: found } = await client.getSchema();
    expect(sent.map(({ rpc }) => rpc)).toEqual(["GetResourceIdentitySchemas", "GetProviderSchema"]);
    expect(found).toEqual(warned.diagnostics);
    expect([...schema.provider.block.attributes.keys()]).toEqual(["region"]);
    expect(schema.resourceTypes()).toContain("good");
    expect(schema.resource("good")!.block.attributes.get("a")!.type).toEqual({ kind: "string" });
    expect(schema.resource("good")).toBe(schema.resource("good"));
    expect([schema.resource("missing"), schema.resource("toString"), schema.identity("data")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(() => schema.resource("bad")).toThrow("invalid schema of resource type bad");
    expect(schema.dataSource("data")!.version).toBe(1);
    expect([schema.dataSourceTypes(), schema.ephemeralTypes()]).toEqual([["data"], ["token"]]);
    expect(schema.ephemeral("token")!.version).toBe(1);
    expect(schema.capabilities).toMatchObject({ schemaOptional: true, planDestroy: false });
    expect(schema.functions.get("f")).toEqual({
      parameters: [
        { name: "x", type: { kind: "number" }, allowsNull: true, allowsUnknown: false, description: "An x." },
      ],
      variadic: { name: "more", type: { kind: "dynamic" }, allowsNull: false, allowsUnknown: true },
      result: { kind: "bool" },
      summary: "F.",
      deprecated: "Use g.",
    });
    expect(schema.identity("good")).toEqual({
      version: 2,
      attributes: new Map([
        [
          "id",
          {
            type: { kind: "string" },
            requiredForImport: true,
            optionalForImport: false,
            description: "The id.",
          },
        ],
      ]),
      type: { kind: "object", attributes: new Map([["id", { kind: "string" }]]) },
    });
  });

  test("has no identities if the provider knows none", async () => {
    const { client } = clientOf(6, { schema: answer });
    const { schema } = await client.getSchema();
    expect(schema.identity("good")).toBeUndefined();
  });

  test.each([
    ["its own configuration", { provider: bytes(0x12, 0x50) }, "invalid schema of provider configuration"],
    ["a function", { functions: { f: {} } }, "invalid schema of function f: it returns nothing"],
    [
      "a parameter",
      { functions: { f: { parameters: [{}], return: { type: json('"bool"') } } } },
      "f, parameter 0: ",
    ],
  ])("that is invalid in %s is a violation of the protocol", async (_, schema, message) => {
    const { client } = clientOf(6, { schema });
    await expect(client.getSchema()).rejects.toThrow(message);
  });

  test("that names an identity attribute twice is a violation of the protocol", async () => {
    const twice = [...identityAttributes, ...identityAttributes];
    const { client } = clientOf(6, {
      identitySchemas: { identitySchemas: { x: { identityAttributes: twice } } },
    });
    await expect(client.identitySchemas()).rejects.toThrow(
      "invalid schema of identity of x: it has two attributes id",
    );
  });

  test("the functions alone can be requested", async () => {
    const { client } = clientOf(5, { functions: { functions: answer.functions, diagnostics: [] } });
    expect([...(await client.getFunctions()).functions.keys()]).toEqual(["f"]);
  });
});
