import {
  DiagnosticError,
  isHydrated,
  parsePropertyPath,
  type Diagnostic,
  type Expression,
  type RegisteredAlias,
  type RegisteredOptions,
  type Registration,
  type ResourceHandle,
} from "../../model/index.js";
import { capture } from "../recording/capture.js";
import { problem } from "../diagnostics.js";
import { isOutput } from "../output/output.js";
import { currentContext } from "../recording/context.js";
import { ownResource } from "../recording/own-resource.js";
import { handleOf, isResource, registrationOf } from "../recording/brands.js";
import type { Alias, CustomTimeouts, ResourceHooks, ResourceOptions } from "./resource-options.js";

/** A copy of the options with resources as registrations and Outputs as expressions. */
export function registerOptions(options: ResourceOptions): RegisteredOptions {
  const entries = Object.entries(options);
  if (entries.length === 0) return noOptions;
  const registered: Record<string, unknown> = {};
  for (const [key, value] of entries) {
    if (value === undefined || key === "parent") continue;
    const take = Object.hasOwn(takers, key) ? takers[key as keyof typeof takers] : undefined;
    if (take === undefined) throw new DiagnosticError(unknownOption(key));
    registered[key] = (take as (value: unknown, key: string) => unknown)(value, key);
  }
  return registered;
}

/** Most resources have none: they share this. */
const noOptions: RegisteredOptions = Object.freeze({});

const takers: {
  [Key in Exclude<keyof ResourceOptions, "parent">]-?: (
    value: NonNullable<ResourceOptions[Key]>,
    key: string,
  ) => unknown;
} = {
  dependsOn: takeDependencies,
  provider: providerIn,
  providers: takeProviders,
  protect: as("boolean"),
  retainOnDelete: as("boolean"),
  deleteBeforeReplace: as("boolean"),
  ignoreChanges: paths,
  replaceOnChanges: paths,
  replaceTrigger: capture,
  replaceWith: (resources, key) => list(resources, key).map((resource) => resourceIn(resource, key)),
  deletedWith: resourceIn,
  aliases: (aliases, key) => list(aliases, key).map((alias) => takeAlias(alias, key)),
  import: takeImport,
  additionalSecretOutputs: texts,
  version: as("string"),
  id: as("string"),
  globalId: as("string"),
  customTimeouts: takeTimeouts,
  hooks: takeHooks,
  transforms: functions,
  hideDiffs: paths,
};

/** The registration of a resource that an option names. */
export function resourceIn(value: unknown, key: string): Registration {
  if (isResource(value)) return registeredResource(ownResource(handleOf(value)), key);
  throw new DiagnosticError(
    problem("sdk/not-a-resource", {
      detail: `The option ${JSON.stringify(key)} takes a resource, and was given ${describe(value)}.`,
      hint: "Pass the resource object itself, not its name or id.",
    }),
  );
}

/** One that the program only refers to has no place in its order. */
function registeredResource(resource: ResourceHandle, key: string): Registration {
  const found = currentContext()?.recorder.resolve(resource) ?? resource;
  if (!isHydrated(found)) return found as Registration;
  throw new DiagnosticError(
    problem("sdk/not-a-resource", {
      detail: `The option ${JSON.stringify(key)} takes a resource that the program makes. ${found.type} ${JSON.stringify(found.name)} is one that it only refers to.`,
      hint: "Make the resource in this program, or pass what is needed of it in the arguments.",
    }),
  );
}

function as(type: "boolean" | "string") {
  return (value: unknown, key: string): unknown => {
    if (typeof value === type) return value;
    throw new DiagnosticError(wrongOption(key, `a ${type}`, value));
  };
}

function texts(value: unknown, key: string): readonly string[] {
  const items = list(value, key);
  if (items.every((item) => typeof item === "string")) return [...items];
  throw new DiagnosticError(wrongOption(key, "an array of text", value));
}

function list(value: unknown, key: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new DiagnosticError(wrongOption(key, "an array", value));
}

/** Property paths, checked here so that a mistake is told where it stands. */
function paths(value: unknown, key: string): readonly string[] {
  const items = texts(value, key);
  for (const item of items) parsePropertyPath(item);
  return items;
}

function functions(value: unknown, key: string): readonly unknown[] {
  const items = list(value, key);
  if (items.every((item) => typeof item === "function")) return [...items];
  throw new DiagnosticError(wrongOption(key, "an array of functions", value));
}

/** An Output is looked into when it is evaluated; what is there already is checked now. */
export function takeDependencies(value: unknown, key: string): Expression {
  for (const item of Array.isArray(value) ? value : [value]) {
    if (!isOutput(item) && !isThenable(item)) resourceIn(item, key);
  }
  return capture(value);
}

function isThenable(value: unknown): boolean {
  return typeof (value as { then?: unknown } | null | undefined)?.then === "function";
}

export function providerIn(value: unknown, key: string): Registration {
  const registration = resourceIn(value, key);
  if (registration.kind === "provider") return registration;
  throw new DiagnosticError(wrongOption(key, "a provider resource", value));
}

function takeProviders(value: unknown, key: string): readonly Registration[] {
  const providers = Array.isArray(value) ? value : Object.values(record(value, key));
  return providers.map((provider) => providerIn(provider, key));
}

function takeHooks(value: unknown, key: string): object {
  const hooks = Object.entries(record(value, key)).filter(([, list]) => list !== undefined);
  return Object.fromEntries(
    hooks.map(([event, list]) => [known(event, key, hookEvents), functions(list, `${key}.${event}`)]),
  );
}

const hookEvents: readonly (keyof ResourceHooks)[] = [
  "beforeCreate",
  "afterCreate",
  "beforeUpdate",
  "afterUpdate",
  "beforeDelete",
  "afterDelete",
  "onError",
];

function takeAlias(alias: unknown, key: string): RegisteredAlias {
  if (typeof alias === "string") return alias;
  const { parent, ...rest } = record(alias, key);
  const parts = Object.entries(rest).map(([part, value]) => [
    known(part, key, aliasParts),
    as("string")(value, `${key}.${part}`),
  ]);
  if (parent !== undefined) {
    parts.push([
      "parent",
      parent === null || typeof parent === "string" ? parent : resourceIn(parent, `${key}.parent`),
    ]);
  }
  return Object.fromEntries(parts) as RegisteredAlias;
}

const aliasParts: readonly (keyof Alias)[] = ["name", "type", "parent", "project", "stack"];

function takeImport(value: unknown, key: string): RegisteredOptions["import"] {
  if (typeof value !== "object" || value === null || isOutput(value))
    return as("string")(value, key) as string;
  const { id, orCreate, ...others } = record(value, key);
  for (const part of Object.keys(others)) known(part, key, importParts);
  return {
    id: as("string")(id, `${key}.id`) as string,
    ...(orCreate !== undefined && { orCreate: as("boolean")(orCreate, `${key}.orCreate`) as boolean }),
  };
}

const importParts = ["id", "orCreate"];

function takeTimeouts(value: unknown, key: string): RegisteredOptions["customTimeouts"] {
  const timeouts = Object.entries(record(value, key)).filter(([, time]) => time !== undefined);
  return Object.fromEntries(
    timeouts.map(([step, time]) => [known(step, key, timedSteps), milliseconds(time, step)]),
  );
}

const timedSteps: readonly (keyof CustomTimeouts)[] = ["create", "update", "delete"];

/** The keys inside an option are as fixed as those of the options: a misspelt one would be silently dropped. */
function known(name: string, key: string, names: readonly string[]): string {
  if (names.includes(name)) return name;
  throw new DiagnosticError(
    problem("sdk/unknown-option", {
      detail: `The option ${JSON.stringify(key)} has no part ${JSON.stringify(name)}.`,
      hint: `Its parts are ${names.join(", ")}.`,
    }),
  );
}

function record(value: unknown, key: string): { readonly [name: string]: unknown } {
  if (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !isOutput(value) &&
    !isResource(value)
  ) {
    return value as { readonly [name: string]: unknown };
  }
  throw new DiagnosticError(wrongOption(key, "an object", value));
}

const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

function milliseconds(time: unknown, step: string): number {
  if (typeof time === "number" && time > 0 && time < Infinity) return time * 1_000;
  const parts = typeof time === "string" ? [...time.matchAll(/(\d+(?:\.\d+)?)(ms|[smh])/g)] : [];
  const sum = parts.reduce(
    (sum, [, count, unit]) => sum + Number(count) * units[unit as keyof typeof units],
    0,
  );
  if (sum > 0 && sum < Infinity && parts.map(([part]) => part).join("") === time) return sum;
  throw new DiagnosticError(
    wrongOption(`customTimeouts.${step}`, 'seconds, or text such as "90s", "5m" or "1h30m"', time),
  );
}

function unknownOption(key: string): Diagnostic {
  return problem("sdk/unknown-option", {
    detail: `There is no resource option ${JSON.stringify(key)}.`,
    hint: `The options are parent, ${Object.keys(takers).join(", ")}.`,
  });
}

function wrongOption(key: string, expected: string, value: unknown): Diagnostic {
  return problem("sdk/wrong-option", {
    detail: `The option ${JSON.stringify(key)} takes ${expected}, and was given ${describe(value)}.`,
    hint: "Options decide how the engine handles a resource, so they must be plain values that the program knows.",
  });
}

function describe(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (isOutput(value)) return "an Output";
  if (isResource(value))
    return `the resource ${registrationOf(value).type} ${JSON.stringify(registrationOf(value).name)}`;
  if (typeof value === "string") return `text (${JSON.stringify(value)})`;
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
