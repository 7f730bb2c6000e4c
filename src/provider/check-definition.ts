import type { StandardSchemaV1 } from "@standard-schema/spec";
import { isDiagnosticError, parseTypeToken, type Diagnostic } from "../model/index.js";
import { CustomResource } from "../sdk/index.js";
import type { FieldGroup } from "./constraint.js";
import { problem } from "./diagnostics.js";
import { isWriteOnlyField } from "./write-only.js";

/**
 * Returns the problems of a provider definition that are visible without running it. The compiler reports most of them
 * first; these checks are for definitions that it did not see, so they assume nothing about types.
 */
export function checkProvider(definition: UncheckedDefinition): Diagnostic[] {
  const { package: name, version, config = {}, callsAtOnce = 1 } = definition;
  const fault = typeof name === "string" ? tokenFault(`${name}:index:Type`) : `It is ${describe(name)}.`;
  return [
    ...(fault === undefined ? [] : [malformedPackage(fault)]),
    ...(typeof version === "string" && semanticVersion.test(version) ? [] : [malformedVersion(version)]),
    ...(Number.isInteger(callsAtOnce) && Number(callsAtOnce) > 0 ? [] : [malformedLimit(callsAtOnce)]),
    ...checkFields(config, `the provider ${String(name)}`, "config"),
    ...checkWriteOnly(config, `the provider ${String(name)}`, "config"),
  ];
}

export function checkToken(
  packageName: string,
  token: string,
  taken: ReadonlyMap<string, unknown>,
): Diagnostic[] {
  const fault =
    typeof token === "string" ? tokenFault(`${packageName}:${token}`) : `It is ${describe(token)}.`;
  if (fault !== undefined) return [malformedToken(fault)];
  return taken.has(`${packageName}:${token}`) ? [duplicateToken(packageName, token)] : [];
}

export function checkResource(type: string, definition: UncheckedDefinition): Diagnostic[] {
  const { inputs, outputs, settlesWithinMs = 0, lateWithinMs = 0 } = definition;
  return [
    ...checkFields(inputs, type, "inputs"),
    ...checkFields(outputs, type, "outputs"),
    ...checkWriteOnly(outputs, type, "outputs"),
    ...checkNotRecorded(type, definition),
    ...[...names(inputs), ...names(outputs)].filter(isReserved).map((name) => reservedField(type, name)),
    ...["create", "read", "update", "delete"].flatMap((hook) => checkHook(type, definition, hook)),
    ...(isWindow(settlesWithinMs) ? [] : [malformedWindow(type, "settlesWithinMs", settlesWithinMs)]),
    ...(isWindow(lateWithinMs) ? [] : [malformedWindow(type, "lateWithinMs", lateWithinMs)]),
    ...checkNames(type, definition),
    ...checkMethods(type, definition["methods"]),
  ];
}

export function checkComponent(type: string, definition: UncheckedDefinition): Diagnostic[] {
  const { inputs, outputs } = definition;
  return [
    ...checkFields(inputs, type, "inputs"),
    ...checkFields(outputs, type, "outputs"),
    ...checkWriteOnly(inputs, type, "inputs"),
    ...checkWriteOnly(outputs, type, "outputs"),
    ...[...names(inputs), ...names(outputs)].filter(isReserved).map((name) => reservedField(type, name)),
    ...checkHook(type, definition, "construct"),
  ];
}

export function checkFunction(token: string, definition: UncheckedDefinition): Diagnostic[] {
  return [
    ...checkFields(definition["inputs"], token, "inputs"),
    ...checkFields(definition["outputs"], token, "outputs"),
    ...checkHook(token, definition, "invoke"),
  ];
}

function checkMethods(type: string, methods: unknown = {}): Diagnostic[] {
  if (!isRecord(methods))
    return [notASchema(`methods of ${type} is ${describe(methods)} instead of an object of methods.`)];
  return Object.entries(methods).flatMap(([name, method]) => {
    const owner = `${name} of ${type}`;
    const { inputs, outputs, ...hooks } = isRecord(method) ? method : {};
    return [
      ...checkFields(inputs, owner, "inputs"),
      ...checkFields(outputs, owner, "outputs"),
      ...checkHook(owner, hooks, "call"),
    ];
  });
}

/** A definition that has not been checked yet. */
export type UncheckedDefinition = { readonly [key: string]: unknown };

const semanticVersion = /^\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?$/;

function tokenFault(token: string): string | undefined {
  try {
    parseTypeToken(token);
    return undefined;
  } catch (error) {
    if (isDiagnosticError(error)) return error.diagnostics[0]!.detail;
    throw error;
  }
}

function checkFields(fields: unknown, owner: string, place: string): Diagnostic[] {
  if (!isRecord(fields)) {
    return [notASchema(`${place} of ${owner} is ${describe(fields)} instead of an object of schemas.`)];
  }
  return Object.entries(fields)
    .filter(([, field]) => !isStandardSchema(field))
    .map(([name, field]) => notASchema(`${place}.${name} of ${owner} is ${describe(field)}.`));
}

function isStandardSchema(value: unknown): boolean {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return false;
  const standard = (value as { readonly "~standard"?: unknown })["~standard"];
  return isRecord(standard) && typeof standard["validate"] === "function";
}

/** Only inputs of resources can be write-only. */
function checkWriteOnly(fields: unknown, owner: string, place: string): Diagnostic[] {
  return writeOnlyIn(fields).map((name) => misplacedWriteOnly(`${place}.${name} of ${owner} is write-only.`));
}

/** Checks the options that name inputs, which must be recorded inputs. */
function checkNotRecorded(type: string, definition: UncheckedDefinition): Diagnostic[] {
  const { inputs, replaceOn = [], globalId, equivalent } = definition;
  const hidden = writeOnlyIn(inputs);
  const places = [
    ["replaceOn", replaceOn as readonly string[]],
    ["globalId", globalId === undefined ? [] : [globalId as string]],
    ["equivalent", names(equivalent)],
  ] as const;
  return places.flatMap(([place, named]) =>
    named
      .filter((name) => hidden.includes(name))
      .map((name) =>
        misplacedWriteOnly(`${place} of ${type} names ${JSON.stringify(name)}, which is write-only.`),
      ),
  );
}

function writeOnlyIn(fields: unknown): readonly string[] {
  return names(fields).filter((name) => {
    const field = (fields as UncheckedDefinition)[name];
    return isStandardSchema(field) && isWriteOnlyField(field as StandardSchemaV1);
  });
}

/** True for the names of members that every resource has; such a field would shadow the member or be inaccessible. */
function isReserved(name: string): boolean {
  return name === "then" || name === "toJSON" || name in CustomResource.prototype;
}

function checkHook(type: string, definition: UncheckedDefinition, hook: string): Diagnostic[] {
  return typeof definition[hook] === "function" ? [] : [missingHook(type, hook, definition[hook])];
}

/** An upper limit: nobody waits longer before an object counts as gone. */
const longestWindowMs = 3_600_000;

function isWindow(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= longestWindowMs;
}

/** Checks the options that name fields of the definition. */
function checkNames(type: string, definition: UncheckedDefinition): Diagnostic[] {
  const {
    inputs,
    outputs,
    replaceOn = [],
    volatile = [],
    echoes = [],
    globalId,
    equivalent,
    constraints = [],
  } = definition;
  const places: readonly (readonly [place: string, named: readonly string[], fields: unknown])[] = [
    ["replaceOn", replaceOn as readonly string[], inputs],
    ["volatile", volatile as readonly string[], outputs],
    ["echoes", echoes as readonly string[], outputs],
    ["globalId", globalId === undefined ? [] : [globalId as string], inputs],
    ["equivalent", names(equivalent), inputs],
    ["constraints", (constraints as readonly FieldGroup<string>[]).flatMap(({ fields }) => fields), inputs],
  ];
  return places.flatMap(([place, named, fields]) => {
    const known = names(fields);
    return named
      .filter((name) => !known.includes(name))
      .map((name) => unknownField(type, place, name, fields === outputs ? "outputs" : "inputs", known));
  });
}

function names(fields: unknown): string[] {
  return isRecord(fields) ? Object.keys(fields) : [];
}

function isRecord(value: unknown): value is UncheckedDefinition {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object that is not a schema" : `a ${typeof value}`;
}

function malformedPackage(fault: string): Diagnostic {
  return problem("provider/malformed-package", {
    detail: `The package name is the first part of every type that the provider defines. ${fault}`,
    hint: 'Use letters, digits and _, starting with a letter:\n    defineProvider({ package: "disk", version: "1.0.0" })',
  });
}

function malformedVersion(version: unknown): Diagnostic {
  return problem("provider/malformed-version", {
    detail: `The provider's version is ${JSON.stringify(version) ?? "undefined"}. It must be a semantic version, because state records it with every resource.`,
    hint: 'Use major, minor and patch:\n    version: "1.2.0"',
  });
}

function malformedLimit(callsAtOnce: unknown): Diagnostic {
  return problem("provider/malformed-limit", {
    detail: `The provider's callsAtOnce is ${JSON.stringify(callsAtOnce) ?? "undefined"}. It must be a whole number of at least 1.`,
    hint: "Use a whole number of at least 1, or omit the option:\n    callsAtOnce: 4",
  });
}

const windows = {
  settlesWithinMs:
    "the time in milliseconds after a change during which the service may still return stale data",
  lateWithinMs: "the time in milliseconds after a crash during which a create request may still take effect",
};

function malformedWindow(type: string, name: keyof typeof windows, window: unknown): Diagnostic {
  return problem("provider/malformed-window", {
    detail: `${name} of ${type} is ${JSON.stringify(window) ?? "undefined"}. It must be ${windows[name]}.`,
    hint: `Use a whole number of milliseconds from 0 to ${longestWindowMs}, or omit the option:\n    ${name}: 30_000`,
  });
}

function malformedToken(fault: string): Diagnostic {
  return problem("provider/malformed-token", {
    detail: `A token has the form module:Name; the package name is added in front of it. ${fault}`,
    hint: 'Use letters, digits and _ in both parts, each starting with a letter:\n    disk.resource("fs:File", { … })',
  });
}

function duplicateToken(packageName: string, token: string): Diagnostic {
  return problem("provider/duplicate-token", {
    detail: `The provider ${packageName} defines ${JSON.stringify(token)} twice. State identifies the type of a resource by its token, so a token must be unique.`,
    hint: "Rename or remove one of the two definitions.",
  });
}

function notASchema(detail: string): Diagnostic {
  return problem("provider/not-a-schema", {
    detail,
    hint: "Describe each field with a schema from valibot, zod or another library that implements Standard Schema:\n    inputs: { path: v.string() }",
  });
}

function reservedField(type: string, name: string): Diagnostic {
  return problem("provider/reserved-field", {
    detail: `${type} has a field named ${JSON.stringify(name)}. Resources already use this name, or must not have it.`,
    hint: "Rename the field.",
    path: name,
  });
}

function misplacedWriteOnly(detail: string): Diagnostic {
  return problem("provider/misplaced-write-only", {
    detail,
    hint: "Only inputs of resources can be write-only. Coconut does not record their values, so it cannot compare them or look objects up by them.",
  });
}

function missingHook(type: string, hook: string, found: unknown): Diagnostic {
  return problem("provider/missing-hook", {
    detail: `${hook} of ${type} is ${describe(found)} instead of a function.`,
    hint: `Add the function to the definition:\n    ${hook}: async ({ client, inputs }) => …`,
  });
}

function unknownField(
  type: string,
  place: string,
  name: string,
  among: string,
  known: readonly string[],
): Diagnostic {
  return problem("provider/unknown-field", {
    detail: `${place} of ${type} names ${JSON.stringify(name)}, which is not one of its ${among}.`,
    hint: `The ${among} are: ${known.join(", ")}`,
  });
}
