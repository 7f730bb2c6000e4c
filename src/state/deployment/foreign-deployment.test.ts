import { describe, expect, test } from "vitest";
import { assetOf, isDiagnosticError, printDiagnostic, secretOf, type JsonObject } from "../../model/index.js";
import { emptySnapshot, replay } from "../replay.js";
import { deploymentFileOf, readDeployment, sealedFor } from "./index.js";

const sig = "4dabf18193072939515e22adb298388d";
const secretSig = "1b47061264138c4ac30d75fd1eb44270";
const assetSig = "c44067f5952c0a294b673a41bacd8c17";
const urn = (type: string, name: string) => `urn:pulumi:prod::store::${type}::${name}`;
const root = urn("pulumi:pulumi:Stack", "store-prod");
const aws = urn("pulumi:providers:aws", "default_6_1_0");
const west = urn("pulumi:providers:aws", "west");
const site = urn("store:web:Site", "site");
const bucket = urn("store:web:Site$aws:s3/bucket:Bucket", "assets");
const page = urn("store:web:Site$aws:s3/bucketObject:BucketObject", "page");

/** A stack as another tool of the ecosystem exports it. */
function foreign(): { deployment: JsonObject & { resources: Record<string, unknown>[] } } & JsonObject {
  return {
    version: 3,
    deployment: {
      manifest: {
        time: "2024-05-01T10:00:00.123456+02:00",
        magic: "1f1c",
        version: "v3.113.0",
        plugins: [{ name: "aws", path: "plugins/aws", type: "resource", version: "6.1.0" }],
      },
      secrets_providers: { type: "passphrase", state: { salt: "v1:…" } },
      resources: [
        { urn: root, custom: false, type: "pulumi:pulumi:Stack", outputs: { url: "https://shop.test" } },
        {
          urn: aws,
          custom: true,
          id: "9f1a",
          type: "pulumi:providers:aws",
          inputs: { region: "eu-west-1", version: "6.1.0" },
          outputs: { region: "eu-west-1", version: "6.1.0" },
        },
        {
          urn: west,
          custom: true,
          id: "77b2",
          type: "pulumi:providers:aws",
          inputs: { region: "us-west-2", version: "6.2.0", __internal: {} },
          outputs: { region: "us-west-2", version: "6.2.0" },
          parent: root,
        },
        { urn: site, custom: false, type: "store:web:Site", parent: root, outputs: {} },
        {
          urn: bucket,
          custom: true,
          id: "assets-1a2b",
          type: "aws:s3/bucket:Bucket",
          inputs: { acl: "private", __defaults: ["bucket"] },
          outputs: { arn: "arn:aws:s3:::assets-1a2b", token: { [sig]: secretSig, plaintext: '"hunter2"' } },
          parent: site,
          provider: `${west}::77b2`,
          propertyDependencies: { acl: null },
          created: "2024-04-01T10:00:00Z",
          modified: "2024-05-01T10:00:00Z",
          sourcePosition: "project:///index.ts#12,5",
          resourceHooks: { beforeCreate: ["check"] },
          aliases: [],
        },
        {
          urn: page,
          custom: true,
          id: "index.html",
          type: "aws:s3/bucketObject:BucketObject",
          inputs: { source: { [sig]: assetSig, hash: "2cf24dba", text: "hello" }, bucket: "assets-1a2b" },
          outputs: { etag: "5d41" },
          parent: site,
          provider: `${aws}::9f1a`,
          dependencies: [bucket, site],
          propertyDependencies: { bucket: [bucket], source: [] },
          customTimeouts: { create: 60, delete: 120 },
          protect: true,
          taint: true,
        },
        {
          urn: urn("pulumi:providers:pulumi", "default"),
          custom: true,
          id: "1",
          type: "pulumi:providers:pulumi",
        },
        {
          urn: urn("pulumi:pulumi:StackReference", "acme/network/prod"),
          custom: true,
          id: "acme/network/prod",
          type: "pulumi:pulumi:StackReference",
          provider: `${urn("pulumi:providers:pulumi", "default")}::1`,
          parent: root,
        },
      ],
      pending_operations: [
        { type: "creating", resource: { urn: urn("aws:s3/bucket:Bucket", "logs"), custom: true, type: "t" } },
      ],
    },
  };
}

function read(deployment: object, modules = new Map<string, string>()) {
  let rid = 0;
  return readDeployment(deployment as JsonObject, {
    stack: "dev",
    project: "shop",
    nextRid: () => ++rid,
    open: () => undefined,
    modules,
    projectFile: (path) => `/shop/${path}`,
  });
}

describe("a stack of another tool", () => {
  test("is read as far as it can be said here", () => {
    const reading = read(foreign().deployment, new Map([["aws", "@acme/aws"]]));
    if (!reading.ok) throw new Error(reading.diagnostics.map(printDiagnostic).join("\n"));
    const record = {
      sequence: 1,
      epoch: 1,
      runId: "r",
      event: { kind: "recorded", what: "imported" },
    } as const;
    const { snapshot, problems } = replay(emptySnapshot("l"), [{ ...record, changes: reading.changes }]);
    expect(problems).toEqual([]);
    expect(reading.resources).toBe(4);
    expect([...snapshot.resources.values()].map(({ urn: at, kind, parent }) => [at, kind, parent])).toEqual([
      ["urn:pulumi:dev::shop::pulumi:providers:aws::west", "provider", undefined],
      ["urn:pulumi:dev::shop::store:web:Site::site", "component", undefined],
      ["urn:pulumi:dev::shop::store:web:Site$aws:s3/bucket:Bucket::assets", "custom", 2],
      ["urn:pulumi:dev::shop::store:web:Site$aws:s3/bucketObject:BucketObject::page", "custom", 2],
    ]);
    expect(snapshot.outputs).toEqual({ url: "https://shop.test" });
    expect(snapshot.objects.get("1.1")!.stored).toMatchObject({
      inputs: { region: "us-west-2" },
      outputs: {},
    });
    expect(snapshot.objects.get("1.1")!.stored.inputs).not.toHaveProperty("version");
    expect(snapshot.objects.get("3.1")).toMatchObject({
      stored: { id: "assets-1a2b", outputs: { token: secretOf("hunter2") } },
      provider: 1,
      package: { name: "aws", version: "6.2.0", module: "@acme/aws" },
      edges: [
        { kind: "parent", to: 2 },
        { kind: "provider", to: 1 },
      ],
      createdAt: "2024-04-01T10:00:00Z",
    });
    expect(snapshot.resources.get(3)!.position).toEqual({ file: "/shop/index.ts", line: 12, column: 5 });
    expect(snapshot.resources.get(4)!.options).toEqual({ protect: true, deleteTimeoutMs: 120_000 });
    expect(snapshot.objects.get("4.1")).toMatchObject({
      stored: { inputs: { source: assetOf({ text: "hello" }, "2cf24dba") }, tainted: true },
      package: { name: "aws", version: "6.1.0", module: "@acme/aws" },
      edges: [
        { kind: "parent", to: 2 },
        { kind: "depends-on", to: 2 },
        { kind: "input", to: 3, field: "bucket" },
      ],
    });
    expect(snapshot.objects.get("4.1")).not.toHaveProperty("provider");
  });

  test("a provider may be in a component, and manage what is in no other", () => {
    const { deployment } = foreign();
    const [inner] = deployment.resources.splice(2, 1);
    const within = urn("store:web:Site$pulumi:providers:aws", "west");
    deployment.resources.splice(3, 0, { ...inner, urn: within, parent: site });
    deployment.resources[4]!["provider"] = `${within}::77b2`;
    const reading = read(deployment);
    if (!reading.ok) throw new Error(reading.diagnostics.map(printDiagnostic).join("\n"));
    const objects = reading.changes.flatMap((each) =>
      "put" in each && each.put === "object" ? [each.row] : [],
    );
    expect(objects[1]).toMatchObject({ rid: 2, package: { name: "aws", version: "6.2.0" } });
    expect(objects[2]).toMatchObject({ rid: 3, provider: 2, package: { name: "aws", version: "6.2.0" } });
  });

  test("what has no place here is a warning that says where it is and what to do", () => {
    const reading = read(foreign().deployment);
    if (!reading.ok) throw new Error("refused");
    expect(reading.warnings.map(({ code, severity, path }) => [code, severity, path])).toEqual([
      ["state/deployment-left-out", "warning", "resources[7]"],
      ["state/deployment-left-out", "warning", "pending_operations[0]"],
      ["state/deployment-left-out", "warning", "resources[1].inputs"],
      ["state/deployment-left-out", "warning", "resources[4].resourceHooks"],
      ["state/deployment-left-out", "warning", "resources"],
    ]);
    const text = reading.warnings.map(printDiagnostic).join("\n");
    expect(text).toContain("coco config set aws:region <value>");
    expect(text).not.toContain("eu-west-1");
  });
});

type Resources = Record<string, unknown>[];

describe("what refuses the whole", () => {
  test.each<[what: string, break_: (resources: Resources) => void, path: string, detail: RegExp]>([
    ["no URN", ([, first]) => delete first!["urn"], "resources[1].urn", /no URN/],
    ["a URN that is none", (r) => (r[3]!["urn"] = "urn:x"), "resources[3].urn", /a URN must begin with/],
    [
      "another type than its URN",
      (r) => (r[4]!["type"] = "aws:s3:Bucket"),
      "resources[4].type",
      /entry has the type "aws:s3:Bucket"/,
    ],
    [
      "no word on custom",
      (r) => delete r[4]!["custom"],
      "resources[4].custom",
      /whether a provider manages it/,
    ],
    ["no id", (r) => delete r[4]!["id"], "resources[4].id", /its object could not be found again/],
    ["a component with an id", (r) => (r[3]!["id"] = "x"), "resources[3].id", /is not a custom resource/],
    [
      "a parent that is nowhere",
      (r) => (r[4]!["parent"] = urn("a:b:C", "d")),
      "resources[4].parent",
      /is not in the file/,
    ],
    [
      "a parent that comes later",
      (r) => (r[3]!["parent"] = page),
      "resources[3].parent",
      /comes later, at resources\[5\]/,
    ],
    [
      "a need of itself",
      (r) => (r[5]!["dependencies"] = [page]),
      "resources[5].dependencies[0]",
      /depends on itself/,
    ],
    [
      "a provider that is none",
      (r) => (r[5]!["provider"] = `${site}::1`),
      "resources[5].provider",
      /is not a provider/,
    ],
    [
      "a provider without an id",
      (r) => (r[5]!["provider"] = "aws"),
      "resources[5].provider",
      /not a provider reference/,
    ],
    ["two of one URN", (r) => r.push({ ...r[5] }), "resources[8].urn", /resources\[5\] also has the URN/],
    [
      "two of one id",
      (r) => r.push({ ...r[4], urn: bucket.replace("assets", "twin") }),
      "resources[8].id",
      /both manage the aws:s3\/bucket:Bucket "assets-1a2b"/,
    ],
    [
      "another stack",
      (r) => (r[3]!["urn"] = site.replace("prod", "dev")),
      "resources[3].urn",
      /a different stack or project/,
    ],
    ["inputs that are no object", (r) => (r[4]!["inputs"] = [1]), "resources[4].inputs", /not an object/],
    [
      "an unknown signature",
      (r) => (r[4]!["inputs"] = { a: { [sig]: "f00" } }),
      "resources[4].inputs",
      /unknown signature/,
    ],
    [
      "a secret without content",
      (r) => (r[4]!["inputs"] = { a: { [sig]: secretSig, plaintext: "{" } }),
      "resources[4].inputs.a",
      /a secret without readable content/,
    ],
    [
      "a list that is none",
      (r) => (r[5]!["dependencies"] = "x"),
      "resources[5].dependencies",
      /not a list of strings/,
    ],
    [
      "a component that is owed",
      (r) => (r[3]!["pendingReplacement"] = true),
      "resources[3].pendingReplacement",
      /could be replaced/,
    ],
  ])("%s", (_, damage, path, detail) => {
    const { deployment } = foreign();
    damage(deployment.resources);
    const reading = read(deployment);
    if (reading.ok) throw new Error("It was taken.");
    const found = reading.diagnostics.filter((each) => each.path === path);
    expect(found).toMatchObject([{ code: "state/deployment-entry" }]);
    expect(found[0]!.detail).toMatch(detail);
  });

  test("secrets that cannot be opened, told once with the first place", () => {
    const { deployment } = foreign();
    const sealed = { [sig]: secretSig, ciphertext: "v1:abc" };
    deployment.resources[4]!["inputs"] = { a: sealed, b: [sealed] };
    expect(read(deployment)).toMatchObject({
      ok: false,
      diagnostics: [
        {
          code: "state/deployment-secret",
          path: "resources[4].inputs.a",
          detail: expect.stringMatching(/^2 secrets are encrypted by passphrase/) as string,
        },
      ],
    });
  });

  test.each([
    ["", /The file is not valid JSON/],
    ["[]", /does not contain an object/],
    ['{"version":2,"deployment":{}}', /The version is 2/],
    ['{"deployment":{}}', /The version is missing/],
    ['{"version":4,"features":["taint","quantum"],"deployment":{}}', /The file requires \["quantum"\]/],
    ['{"version":3,"deployment":[]}', /"deployment" is not an object/],
  ])("a file that holds no deployment: %s", (text, detail) => {
    let thrown: unknown;
    try {
      deploymentFileOf(text);
    } catch (error) {
      thrown = error;
    }
    if (!isDiagnosticError(thrown)) throw new Error("It was taken.");
    expect(thrown.diagnostics[0]).toMatchObject({ code: "state/deployment-malformed" });
    expect(thrown.diagnostics[0]!.detail).toMatch(detail);
  });

  test("a file that goes down without end is refused in words", () => {
    const text = `{ "version": 3, "deployment": ${"[".repeat(100_000)}${"]".repeat(100_000)} }`;
    expect(() => deploymentFileOf(text)).toThrow("nested more than 500 levels deep");
  });
});

test("who sealed a file is known as far as it says so", () => {
  const state = { project: "p", stack: "s", lineage: "l" };
  expect(sealedFor({})).toBeUndefined();
  expect(sealedFor({ secrets_providers: { type: "service", state } })).toEqual({ type: "service" });
  expect(sealedFor({ secrets_providers: { type: "coconut", state: { stack: 1 } } })).toEqual({
    type: "coconut",
  });
  expect(sealedFor({ secrets_providers: { type: "coconut", state } })).toEqual({
    type: "coconut",
    stack: state,
  });
});
