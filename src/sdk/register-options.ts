import {
  DiagnosticError,
  type Diagnostic,
  type RegisteredAlias,
  type RegisteredOptions,
  type Registration,
} from "../model/index.js";
import { capture } from "./capture.js";
import { problem } from "./diagnostics.js";
import { isResource, registrationOf } from "./resource-brand.js";
import type { Alias, CustomTimeouts, ResourceOptions } from "./resource-options.js";

/** A copy of the options with resources as registrations and Outputs as expressions. */
export function registerOptions(options: ResourceOptions): RegisteredOptions {
  const registered: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined || key === "parent") continue;
    const take = Object.hasOwn(takers, key) ? takers[key as keyof typeof takers] : undefined;
    if (take === undefined) throw new DiagnosticError(unknownOption(key));
    registered[key] = (take as (value: unknown, key: string) => unknown)(value, key);
  }
  return registered as RegisteredOptions;
}

const takers: {
  [Key in Exclude<keyof ResourceOptions, "parent">]-?: (
    value: NonNullable<ResourceOptions[Key]>,
    key: string,
  ) => unknown;
} = {
  dependsOn: capture,
  provider: resourceIn,
  providers: (providers, key) =>
    (Array.isArray(providers) ? providers : Object.values(providers)).map((provider: unknown) =>
      resourceIn(provider, key),
    ),
  protect: as("boolean"),
  retainOnDelete: as("boolean"),
  deleteBeforeReplace: as("boolean"),
  ignoreChanges: texts,
  replaceOnChanges: texts,
  replaceTrigger: capture,
  replaceWith: (resources, key) => list(resources, key).map((resource) => resourceIn(resource, key)),
  deletedWith: resourceIn,
  aliases: (aliases, key) => list(aliases, key).map((alias) => takeAlias(alias as string | Alias)),
  import: as("string"),
  additionalSecretOutputs: texts,
  version: as("string"),
  id: as("string"),
  globalId: as("string"),
  customTimeouts: takeTimeouts,
  hooks: (hooks) => ({ ...hooks }),
  transforms: (transforms, key) => [...list(transforms, key)],
  hideDiffs: texts,
};

/** The registration of a resource that an option names. */
export function resourceIn(value: unknown, key: string): Registration {
  if (isResource(value)) return registrationOf(value);
  throw new DiagnosticError(
    problem("sdk/not-a-resource", {
      detail: `The option ${JSON.stringify(key)} takes a resource, and was given ${describe(value)}.`,
      hint: "Pass the resource object itself, not its name or id.",
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

function takeAlias(alias: string | Alias): RegisteredAlias {
  if (typeof alias === "string") return alias;
  const { parent, ...rest } = alias;
  if (parent === undefined) return { ...rest };
  return {
    ...rest,
    parent: parent === null || typeof parent === "string" ? parent : resourceIn(parent, "aliases"),
  };
}

function takeTimeouts(timeouts: CustomTimeouts): RegisteredOptions["customTimeouts"] {
  return Object.fromEntries(Object.entries(timeouts).map(([step, time]) => [step, milliseconds(time, step)]));
}

const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

function milliseconds(time: number | string, step: string): number {
  if (typeof time === "number" && time > 0) return time * 1_000;
  const parts = typeof time === "string" ? [...time.matchAll(/(\d+(?:\.\d+)?)(ms|[smh])/g)] : [];
  if (parts.length > 0 && parts.map(([part]) => part).join("") === time) {
    return parts.reduce((sum, [, count, unit]) => sum + Number(count) * units[unit as keyof typeof units], 0);
  }
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
  return typeof value === "object" ? "an object" : `${typeof value} ${JSON.stringify(value) ?? ""}`.trimEnd();
}
