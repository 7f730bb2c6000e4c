import {
  DiagnosticError,
  isHydrated,
  parsePropertyPath,
  resourceOptions,
  type Diagnostic,
  type Expression,
  type OptionForm,
  type OptionName,
  type OptionParts,
  type OptionValues,
  type RegisteredAlias,
  type RegisteredImport,
  type RegisteredOptions,
  type Registration,
  type ResourceHandle,
  type ResourceOption,
} from "../../model/index.js";
import { capture } from "../recording/capture.js";
import { problem } from "../diagnostics.js";
import { isOutput } from "../output/output.js";
import { currentContext } from "../recording/context.js";
import { ownResource } from "../recording/own-resource.js";
import { handleOf, isResource, registrationOf } from "../recording/brands.js";
import type { Alias, ResourceOptions } from "./resource-options.js";

/** The row of each option. Checked by the compiler: every field of `ResourceOptions` has one. */
const rows: { readonly [Name in Exclude<keyof ResourceOptions, "parent">]-?: ResourceOption } =
  resourceOptions;

/** Checked by the compiler: every row is a field of `ResourceOptions`. */
const names: readonly (keyof ResourceOptions)[] = [
  "parent",
  ...(Object.keys(resourceOptions) as OptionName[]),
];

/** Returns a copy of the options with resources as registrations and Outputs as expressions. */
export function registerOptions(options: ResourceOptions): RegisteredOptions {
  const entries = Object.entries(options);
  if (entries.length === 0) return noOptions;
  const registered: Record<string, unknown> = {};
  for (const [key, value] of entries) {
    if (value === undefined || key === "parent") continue;
    if (!Object.hasOwn(rows, key)) throw new DiagnosticError(unknownOption(key));
    registered[key] = take(rows[key as OptionName].takes, value, key);
  }
  return registered;
}

/** Shared: most resources have no options. */
const noOptions: RegisteredOptions = Object.freeze({});

function take(form: OptionForm, value: unknown, key: string): unknown {
  if (typeof form === "string") return takers[form](value, key);
  return "all" in form ? takeAll(form.all, value, key) : takeSome(form.some, value, key);
}

/** Takes the parts that are given. Unknown parts are refused: a misspelled one would be dropped silently. */
function takeSome(parts: OptionParts, value: unknown, key: string): object {
  const given = Object.entries(record(value, key)).filter(([, part]) => part !== undefined);
  return Object.fromEntries(
    given.map(([part, each]) => [
      part,
      takers[parts[known(part, key, Object.keys(parts))]!](each, `${key}.${part}`),
    ]),
  );
}

function takeAll(parts: OptionParts, value: unknown, key: string): object {
  const missing = Object.keys(parts).find((part) => record(value, key)[part] === undefined);
  if (missing !== undefined)
    throw new DiagnosticError(
      wrongOption(key, `an object with ${Object.keys(parts).join(" and ")}`, `one without ${missing}`),
    );
  return takeSome(parts, value, key);
}

const takers: {
  readonly [Form in keyof OptionValues]: (value: unknown, key: string) => OptionValues[Form];
} = {
  flag: (value, key) => as("boolean", value, key),
  text: (value, key) => as("string", value, key),
  texts,
  paths,
  count,
  duration,
  functions,
  expression: capture,
  dependencies: takeDependencies,
  resource: resourceIn,
  resources: (resources, key) => list(resources, key).map((resource) => resourceIn(resource, key)),
  provider: providerIn,
  providers: takeProviders,
  aliases: (aliases, key) => list(aliases, key).map((alias) => takeAlias(alias, key)),
  import: takeImport,
};

/** Returns the registration of a resource that an option names. */
export function resourceIn(value: unknown, key: string): Registration {
  if (isResource(value)) return registeredResource(ownResource(handleOf(value)), key);
  throw new DiagnosticError(
    problem("sdk/not-a-resource", {
      detail: `The option ${JSON.stringify(key)} must be a resource, but was given ${describe(value)}.`,
      hint: "Pass the resource object itself, not its name or id.",
    }),
  );
}

/** Throws for a resource that the program only refers to, which has no place in the order of the program. */
function registeredResource(resource: ResourceHandle, key: string): Registration {
  const found = currentContext()?.recorder.resolve(resource) ?? resource;
  if (!isHydrated(found)) return found as Registration;
  throw new DiagnosticError(
    problem("sdk/not-a-resource", {
      detail: `The option ${JSON.stringify(key)} must be a resource that the program declares. The program only refers to ${found.type} ${JSON.stringify(found.name)}.`,
      hint: "Declare the resource in this program, or pass the values you need in the arguments.",
    }),
  );
}

function as<Type extends "boolean" | "string">(
  type: Type,
  value: unknown,
  key: string,
): Type extends "string" ? string : boolean {
  if (typeof value === type) return value as never;
  throw new DiagnosticError(wrongOption(key, `a ${type}`, describe(value)));
}

function count(value: unknown, key: string): number {
  if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 100) return value as number;
  throw new DiagnosticError(wrongOption(key, "a whole number from 1 to 100", describe(value)));
}

function texts(value: unknown, key: string): readonly string[] {
  const items = list(value, key);
  if (items.every((item) => typeof item === "string")) return [...items];
  throw new DiagnosticError(wrongOption(key, "an array of strings", describe(value)));
}

function list(value: unknown, key: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new DiagnosticError(wrongOption(key, "an array", describe(value)));
}

/** Checks property paths here, which reports a mistake at its source line. */
function paths(value: unknown, key: string): readonly string[] {
  const items = texts(value, key);
  for (const item of items) parsePropertyPath(item);
  return items;
}

function functions(value: unknown, key: string): OptionValues["functions"] {
  const items = list(value, key);
  if (items.every((item) => typeof item === "function")) return items.slice() as never;
  throw new DiagnosticError(wrongOption(key, "an array of functions", describe(value)));
}

/** Checks dependencies that are known now. An Output is checked when it is evaluated. */
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
  throw new DiagnosticError(wrongOption(key, "a provider resource", describe(value)));
}

function takeProviders(value: unknown, key: string): readonly Registration[] {
  const providers = Array.isArray(value) ? value : Object.values(record(value, key));
  return providers.map((provider) => providerIn(provider, key));
}

function takeAlias(alias: unknown, key: string): RegisteredAlias {
  if (typeof alias === "string") return alias;
  if (isOutput(alias)) return { given: capture(alias) };
  const { parent, ...rest } = record(alias, key);
  if ([parent, ...Object.values(rest)].some(isOutput)) {
    for (const part of Object.keys(rest)) known(part, key, aliasParts);
    if (!isResource(parent)) return { given: capture(parent === undefined ? rest : { ...rest, parent }) };
    return { given: capture(rest), parent: resourceIn(parent, `${key}.parent`) };
  }
  const parts: (readonly [string, unknown])[] = Object.entries(rest).map(([part, value]) => [
    known(part, key, aliasParts),
    as("string", value, `${key}.${part}`),
  ]);
  if (parent !== undefined) {
    parts.push([
      "parent",
      parent === null || typeof parent === "string" ? parent : resourceIn(parent, `${key}.parent`),
    ]);
  }
  return Object.fromEntries(parts);
}

const aliasParts: readonly (keyof Alias)[] = ["name", "type", "parent", "project", "stack"];

function takeImport(value: unknown, key: string): RegisteredImport {
  if (typeof value !== "object" || value === null || isOutput(value)) return as("string", value, key);
  const { id, orCreate, ...others } = record(value, key);
  for (const part of Object.keys(others)) known(part, key, importParts);
  return {
    id: as("string", id, `${key}.id`),
    ...(orCreate !== undefined && { orCreate: as("boolean", orCreate, `${key}.orCreate`) }),
  };
}

const importParts = ["id", "orCreate"];

/** Throws for an unknown part of an option. */
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
  throw new DiagnosticError(wrongOption(key, "an object", describe(value)));
}

const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Returns milliseconds for a number of seconds or text such as `"5m"`. */
function duration(time: unknown, key: string): number {
  if (typeof time === "number" && time > 0 && time < Infinity) return time * 1_000;
  const parts = typeof time === "string" ? [...time.matchAll(/(\d+(?:\.\d+)?)(ms|[smh])/g)] : [];
  const sum = parts.reduce(
    (sum, [, count, unit]) => sum + Number(count) * units[unit as keyof typeof units],
    0,
  );
  if (sum > 0 && sum < Infinity && parts.map(([part]) => part).join("") === time) return sum;
  throw new DiagnosticError(
    wrongOption(key, 'a number of seconds, or a string such as "90s", "5m" or "1h30m"', describe(time)),
  );
}

function unknownOption(key: string): Diagnostic {
  return problem("sdk/unknown-option", {
    detail: `There is no resource option ${JSON.stringify(key)}.`,
    hint: `The options are ${names.join(", ")}.`,
  });
}

function wrongOption(key: string, expected: string, given: string): Diagnostic {
  return problem("sdk/wrong-option", {
    detail: `The option ${JSON.stringify(key)} must be ${expected}, but was given ${given}.`,
    hint: "Options control how the engine handles a resource, so they must be plain values that are known while the program runs.",
  });
}

function describe(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (isOutput(value)) return "an Output";
  if (isResource(value))
    return `the resource ${registrationOf(value).type} ${JSON.stringify(registrationOf(value).name)}`;
  if (typeof value === "string") return `the string ${JSON.stringify(value)}`;
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
