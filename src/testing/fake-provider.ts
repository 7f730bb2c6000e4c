import * as v from "valibot";
import { defineProvider, rule, secret, writeOnly, type Provider } from "../provider/index.js";
import { ProviderResource, type Input, type ResourceOptions } from "../sdk/index.js";
import type { Cloud } from "./cloud/index.js";
import { findable, lookable, managed, type CloudAccount, type ManagedKind } from "./managed-object.js";

/** Overrides for parts of resource types, by type: `{ Task: { replaceOn: ["command"] } }`. */
export type FakeOverrides = { readonly [Type in keyof FakeTypes]?: object };

/** The resource classes of the fake provider. */
export type FakeTypes = FakeProvider["types"];

/** The fake provider, its resource classes and its functions. */
export type FakeProvider = ReturnType<typeof fakeProvider>;

/**
 * Returns the package `cloud`, whose resource types manage objects of a cloud. Together they use every rule that a type
 * can have.
 *
 * ```ts
 * const cloud = new FakeCloud();
 * const { provider, types } = fakeProvider(cloud);
 * new types.Bucket("logs", { name: "logs", region: "eu" });
 * ```
 */
export function fakeProvider(
  cloud: Cloud,
  overrides: { readonly [type: string]: object | undefined } = {},
  version = "1.0.0",
) {
  const provider = defineProvider({
    package: "cloud",
    version,
    config: { account: v.optional(v.string(), "main"), password: secret(v.optional(v.string())) },
    connect: ({ account }): CloudAccount => ({ cloud, account }),
  });
  const types = {
    Bucket: bucketType(provider, overrides["Bucket"]),
    Site: siteType(provider, overrides["Site"]),
    Key: keyType(provider, overrides["Key"]),
    Rule: ruleType(provider, overrides["Rule"]),
    Disk: diskType(provider, overrides["Disk"]),
    Task: taskType(provider, overrides["Task"]),
    Entry: entryType(provider, overrides["Entry"]),
    Note: noteType(provider, overrides["Note"]),
    Login: loginType(provider, overrides["Login"]),
    Host: hostType(provider, overrides["Host"]),
    CloudProvider,
  };
  return { provider, types, functions: functionsOf(provider) };
}

type CloudPackage = Provider<{ readonly account: string; readonly password?: string }, CloudAccount>;

class CloudProvider extends ProviderResource {
  constructor(
    name: string,
    config: { readonly account?: Input<string>; readonly password?: Input<string> },
    options?: ResourceOptions,
  ) {
    super("cloud", name, config, options);
  }
}

/** Functions that programs can call without creating anything. */
function functionsOf(provider: CloudPackage) {
  return {
    /** Reads a bucket, which does not have to exist. */
    bucketInfo: provider.function("index:bucketInfo", {
      inputs: { id: v.string(), hint: v.optional(v.string(), "none") },
      outputs: { found: v.boolean(), acl: v.optional(v.string()), account: v.string(), hint: v.string() },
      invoke: async ({ client: { cloud, account }, inputs: { id, hint } }) => {
        const found = await cloud.read({ kind: "bucket", id, account });
        const { acl = "private" } = (found?.properties ?? {}) as { readonly acl?: string };
        return { found: found !== null, ...(found && { acl }), account, hint };
      },
    }),
    /** Returns a partly secret result. */
    token: provider.function("index:token", {
      inputs: { audience: v.string() },
      outputs: { audience: v.string(), token: secret(v.string()) },
      invoke: async ({ inputs: { audience }, log }) => {
        log.info(`made a token for ${audience}`);
        return { audience, token: `${keyMaterial} for ${audience}` };
      },
    }),
    /** Its answer may be used and never stored, and is another one each time. The audience may be the id of a bucket. */
    lease: provider.function("index:lease", {
      inputs: { audience: v.string() },
      outputs: { token: v.string() },
      ephemeral: true,
      invoke: async ({ client: { cloud, account }, inputs: { audience } }) => {
        await cloud.read({ kind: "bucket", id: audience, account });
        return { token: `${leaseMaterial} ${++leases} for ${audience}` };
      },
    }),
  };
}

/** Unique per region; found by its idempotency key and by its id; its size changes by itself; has a method. */
function bucketType(provider: CloudPackage, overrides: object = {}) {
  const kind: ManagedKind<{ arn: string; acl: string; size: number }> = {
    kind: "bucket",
    unique: ({ name, region }) => `${name} in ${String(region)}`,
    outputs: ({ id, properties: { acl = "private", size = 0 } }) => ({
      arn: `arn:${id}`,
      acl: acl as string,
      size: size as number,
    }),
  };
  return provider.resource("index:Bucket", {
    inputs: {
      name: v.string(),
      region: v.optional(v.string(), "eu"),
      acl: v.optional(v.string()),
      tags: v.optional(v.record(v.string(), v.string())),
    },
    outputs: { arn: v.string(), acl: v.string(), size: v.number() },
    replaceOn: ["name", "region"],
    volatile: ["size"],
    methods: {
      link: {
        inputs: { path: v.string(), hours: v.optional(v.number(), 1) },
        outputs: { url: v.string(), signature: secret(v.string()) },
        call: async ({ client: { cloud, account }, id, prior, inputs: { path, hours } }) => {
          const found = await cloud.read({ kind: "bucket", id, account });
          if (found === null) throw new Error(`There is no bucket ${id}.`);
          const { name, acl = "private" } = prior.inputs;
          return {
            url: `https://${name}.test/${path}?acl=${acl}&hours=${hours}`,
            signature: `${keyMaterial} of ${prior.outputs.arn}`,
          };
        },
      },
    },
    ...managed(kind),
    ...findable(kind),
    ...lookable(kind),
    ...overrides,
  });
}

/** Created in two steps, so a create can be left unfinished. */
function siteType(provider: CloudPackage, overrides: object = {}) {
  const kind: ManagedKind<{ url: string; title: string }> = {
    kind: "site",
    unique: ({ name }) => name,
    inTwoParts: true,
    outputs: ({ name, properties: { title } }) => ({ url: `https://${name}.test`, title: title as string }),
  };
  return provider.resource("index:Site", {
    inputs: {
      name: v.string(),
      bucket: v.string(),
      title: v.optional(v.string(), "untitled"),
      replica: v.optional(v.string()),
    },
    outputs: { url: v.string(), title: v.string() },
    replaceOn: ["name"],
    ...managed(kind),
    ...findable(kind),
    ...overrides,
  });
}

/** Any number may have the same name. Has secret inputs and outputs. */
function keyType(provider: CloudPackage, overrides: object = {}) {
  const kind: ManagedKind<{ fingerprint: string; material: string }> = {
    kind: "key",
    outputs: ({ id }) => ({ fingerprint: `print of ${id}`, material: `${keyMaterial} of ${id}` }),
  };
  return provider.resource("index:Key", {
    inputs: {
      name: v.string(),
      bits: v.optional(v.number(), 2048),
      passphrase: secret(v.optional(v.string())),
    },
    outputs: { fingerprint: v.string(), material: secret(v.string()) },
    replaceOn: ["bits"],
    coexists: true,
    ...managed(kind),
    ...findable(kind),
    ...overrides,
  });
}

/** Part of the material of every key: a text that must never be visible. */
export const keyMaterial = "secret-material";

/** The prefix of every lease's token. */
export const leaseMaterial = "lease-material";

let leases = 0;

/** Belongs to a service that ignores tokens and cannot be searched: an interrupted create stays uncertain. */
function ruleType(provider: CloudPackage, overrides: object = {}) {
  const kind: ManagedKind<{ state: string }> = {
    kind: "rule",
    honoursToken: false,
    outputs: ({ properties: { state = "active" } }) => ({ state: state as string }),
  };
  return provider.resource("index:Rule", {
    inputs: { name: v.string(), port: v.number(), target: v.optional(v.string()) },
    outputs: { state: v.string() },
    ...managed(kind),
    ...overrides,
  });
}

/** Unique by name: replaced by deleting first, also when its bucket is replaced. */
function diskType(provider: CloudPackage, overrides: object = {}) {
  const kind: ManagedKind<{ device: string }> = {
    kind: "disk",
    unique: ({ name }) => name,
    outputs: ({ name }) => ({ device: `/dev/${name}` }),
  };
  return provider.resource("index:Disk", {
    inputs: {
      name: v.string(),
      size: v.number(),
      bucket: v.optional(v.string()),
      label: v.optional(v.string()),
    },
    outputs: { device: v.string() },
    replaceOn: ["name", "size", "bucket"],
    replaceOrder: "delete-first",
    ...managed(kind),
    ...findable(kind),
    ...overrides,
  });
}

/** Plans which outputs change, has two spellings of one image, its own checks, and a default. */
function taskType(provider: CloudPackage, overrides: object = {}) {
  const kind: ManagedKind<{ revision: string; status: string }> = {
    kind: "task",
    unique: ({ name }) => name,
    outputs: ({ properties: { command, status = "idle" } }) => ({
      revision: `revision of ${String(command)}`,
      status: status as string,
    }),
  };
  return provider.resource("index:Task", {
    inputs: {
      name: v.string(),
      command: v.string(),
      image: v.optional(v.string()),
      minimum: v.optional(v.number()),
      maximum: v.optional(v.number()),
      retries: v.optional(v.number(), 3),
    },
    outputs: { revision: v.string(), status: v.string() },
    replaceOn: ["name"],
    equivalent: { image: (prior, current) => prior?.toLowerCase() === current?.toLowerCase() },
    constraints: [
      rule(
        ["minimum", "maximum"],
        (minimum?: number, maximum?: number) =>
          minimum === undefined || maximum === undefined || minimum <= maximum,
        "minimum is more than maximum.",
      ),
    ],
    validate: async ({ inputs }) =>
      inputs.command === "explode" ? { field: "command", message: "This would explode." } : undefined,
    modifyPlan: ({ change, unknown }) => {
      if (change("command") !== "same") unknown("revision");
    },
    ...managed(kind),
    ...findable(kind),
    ...overrides,
  });
}

/** Written by name: a create overwrites an existing object and returns the id that the name has always had. */
function entryType(provider: CloudPackage, overrides: object = {}) {
  const kind: ManagedKind<{ path: string }> = {
    kind: "entry",
    unique: ({ name }) => name,
    overwrites: true,
    outputs: ({ name, properties: { zone = "main" } }) => ({ path: `${String(zone)}/${name}` }),
  };
  return provider.resource("index:Entry", {
    inputs: { name: v.string(), zone: v.optional(v.string()), note: v.optional(v.string()) },
    outputs: { path: v.string() },
    replaceOn: ["name", "zone"],
    coexists: true,
    ...managed(kind),
    ...findable(kind),
    ...overrides,
  });
}

/** Its id is derived from its text: two objects with the same text have the same id. */
function noteType(provider: CloudPackage, overrides: object = {}) {
  const kind: ManagedKind<{ handle: string }> = {
    kind: "note",
    idOf: ({ properties }) => `text ${String(properties["text"])}`,
    outputs: ({ id }) => ({ handle: id }),
  };
  return provider.resource("index:Note", {
    inputs: { name: v.string(), text: v.string(), board: v.optional(v.string()) },
    outputs: { handle: v.string() },
    replaceOn: ["text", "board"],
    coexists: true,
    uniqueIds: false,
    ...managed(kind),
    ...findable(kind),
    ...overrides,
  });
}

/** Has a write-only password, and refuses to be deleted while it is locked. */
function loginType(provider: CloudPackage, overrides: object = {}) {
  const kind: ManagedKind<{ locked: boolean }> = {
    kind: "login",
    unique: ({ name, realm }) => `${name} in ${String(realm)}`,
    outputs: ({ properties: { locked = false } }) => ({ locked: locked as boolean }),
  };
  return provider.resource("index:Login", {
    inputs: {
      name: v.string(),
      realm: v.optional(v.string(), "main"),
      password: writeOnly(v.optional(v.string())),
      passwordVersion: v.optional(v.number(), 1),
    },
    outputs: { locked: v.boolean() },
    replaceOn: ["name", "realm"],
    planDelete: async ({ observed, prior }) => {
      if (observed.locked) throw new Error(`The login ${prior.inputs.name} is locked.`);
    },
    ...managed(kind),
    ...findable(kind),
    ...lookable(kind),
    ...overrides,
  });
}

/** Returns the address of a host. For every third size it differs from the address that the provider predicts. */
export function hostAddress({ name, size }: { readonly name: string; readonly size: number }): string {
  return `${name}.${size}${size % 3 === 0 ? ".spare" : ""}`;
}

/** Predicts its address during a plan. */
function hostType(provider: CloudPackage, overrides: object = {}) {
  const kind: ManagedKind<{ address: string; pin: string }> = {
    kind: "host",
    unique: ({ name }) => name,
    outputs: ({ name, properties: { size, note } }) => ({
      // The schema refuses an address that is missing, so an invalid answer of the cloud is not taken for a host.
      address: typeof size === "number" ? hostAddress({ name, size }) : (undefined as never),
      pin: `${keyMaterial} of ${String(note)}`,
    }),
  };
  return provider.resource("index:Host", {
    inputs: { name: v.string(), size: v.number(), note: v.optional(v.string()) },
    outputs: { address: v.string(), pin: secret(v.string()) },
    replaceOn: ["name"],
    modifyPlan: ({ change, unknown }) => {
      if (change("note") !== "same") unknown("pin");
    },
    predict: ({ inputs: { name, size } }) =>
      typeof name === "string" && typeof size === "number" ? { address: `${name}.${size}` } : {},
    ...managed(kind),
    ...findable(kind),
    ...overrides,
  });
}
