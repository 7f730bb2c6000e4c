import { defineProvider, secret, type DefinedResource, type Fields } from "@coconut/coconut/provider";
import * as v from "valibot";
import type { Diagnostic, Planned, Stored, ValueObject } from "../../src/model/index.js";
import type {
  ConfiguredProvider,
  ConfigureRequest,
  PlanRequest,
  ProviderCall,
  ProviderMessage,
  Rejected,
} from "../../src/provider/contract/index.js";
import { typedPackage } from "../../src/provider/typed/index.js";

export const type = "disk:fs:File";

export const inputs = {
  path: v.string(),
  content: v.optional(v.string(), ""),
  mode: v.optional(v.number(), 0o644),
  tags: v.optional(v.record(v.string(), v.string())),
  ports: v.optional(v.array(v.number())),
  token: secret(v.optional(v.string())),
  /** Input and output at once. */
  owner: v.optional(v.string()),
} satisfies Fields;

export const outputs = {
  size: v.number(),
  etag: v.optional(v.string()),
  owner: v.string(),
  lastSeen: v.optional(v.string()),
  key: secret(v.optional(v.string())),
} satisfies Fields;

/** What tests change of the example; hooks are the author's, so their types do not matter here. */
export type Overrides = { readonly [part in keyof DefinedResource]?: unknown };

const definition = {
  inputs,
  outputs,
  replaceOn: ["path"],
  volatile: ["lastSeen"],
  create: async () => ({ id: "id-1", outputs: { size: 1, owner: "me" } }),
  read: async () => null,
  update: async () => ({ size: 1, owner: "me" }),
  delete: async () => {},
};

export function examplePackage(overrides: Overrides = {}) {
  const disk = defineProvider({
    package: "disk",
    version: "1.2.0",
    config: { root: v.optional(v.string(), "."), password: secret(v.optional(v.string())) },
  });
  disk.resource("fs:File", { ...definition, ...overrides } as never);
  return typedPackage(disk);
}

export async function example(
  overrides: Overrides = {},
  config: ValueObject = { root: "." },
): Promise<ConfiguredProvider> {
  const provider = await examplePackage(overrides).configure(callOf(), configuring(config));
  if ("kind" in provider) throw new Error(JSON.stringify(provider));
  return provider;
}

/** A configuration as the engine hands it over. */
export function configuring(config: ValueObject = {}): ConfigureRequest {
  const urn = "urn:pulumi:dev::shop::pulumi:providers:disk::main";
  const identity = { urn, name: "main", id: "0f3a", project: "shop", stack: "dev" };
  return { config, identity };
}

export const said: ProviderMessage[] = [];

export function callOf(call: Partial<ProviderCall> = {}): ProviderCall {
  return {
    phase: "plan",
    urn: "urn:file",
    signal: new AbortController().signal,
    report: (message) => void said.push(message),
    ...call,
  };
}

export const recordedOutputs = { size: 1, etag: "e1", owner: "me", lastSeen: "monday" };

export function stored(part: Partial<Stored> = {}): Stored {
  return {
    type,
    schemaVersion: 1,
    id: "id-1",
    inputs: { path: "a.txt", content: "A", mode: 0o644 },
    outputs: recordedOutputs,
    ...part,
  };
}

export type Asked = Partial<Omit<PlanRequest, "type">> & { readonly inputs: ValueObject };

/** Plans an update if something is recorded, else a create. */
export async function plan(
  asked: Asked,
  overrides: Overrides = {},
  config?: ValueObject,
  phase: ProviderCall["phase"] = "plan",
): Promise<Planned> {
  const planned = await tryPlan(asked, overrides, config, phase);
  if ("kind" in planned) throw new Error(describe(planned).join("\n"));
  return planned;
}

export async function tryPlan(
  asked: Asked,
  overrides: Overrides = {},
  config?: ValueObject,
  phase: ProviderCall["phase"] = "plan",
): Promise<Planned | Rejected> {
  const provider = await example(overrides, config);
  const mode = asked.prior === undefined ? "create" : "update";
  return provider.plan(callOf({ phase }), { type, mode, replaceOnChanges: [], ignoreChanges: [], ...asked });
}

/** What a plan was refused with, as `code path: detail`. */
export async function refusals(asked: Asked, overrides: Overrides = {}): Promise<readonly string[]> {
  const planned = await tryPlan(asked, overrides);
  return "kind" in planned ? describe(planned) : [];
}

export function describe({
  diagnostics,
}: {
  readonly diagnostics: readonly Diagnostic[];
}): readonly string[] {
  return diagnostics.map(({ code, path = "", detail }) => `${code} ${path}: ${detail}`);
}

/** The fields of a plan as `of kind path`, with `!` for what replaces. */
export function fieldsOf({ fields }: Planned): readonly string[] {
  return fields.map(({ of, kind, path, replaces }) => `${of} ${kind} ${path}${replaces ? "!" : ""}`);
}
