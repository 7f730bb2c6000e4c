import { DiagnosticError, type Diagnostic } from "../model/index.js";
import { captureIn } from "./recording/capture.js";
import { ownNode } from "./recording/context.js";
import { problem } from "./diagnostics.js";
import { outputOf, type Output } from "./output/output.js";
import { propertyOutput } from "./resource/output-fields.js";
import { assetFaceOf, isResource, registrationOf } from "./recording/brands.js";
import type { Resource } from "./resource/resource.js";
import type { Input } from "./output/shape.js";
import { JSON } from "../std/plain-json.js";

/** A value that can be part of a text. A resource stands for its id, a component for its URN. */
export type Textual = Input<string | number | boolean | Resource>;

/**
 * Builds a string from a template that contains Outputs.
 *
 * ```ts
 * const url = coconut.interpolate`https://${server.host}:${server.port}/`;
 * ```
 */
export function interpolate(literals: TemplateStringsArray, ...values: readonly Textual[]): Output<string> {
  const parts = literals.flatMap((literal, index) =>
    index < values.length ? [literal, values[index]] : [literal],
  );
  return textOf(parts, interpolate);
}

/** Joins strings and Outputs into one Output of a string. */
export function concat(...parts: readonly Textual[]): Output<string> {
  return textOf(parts, concat);
}

/**
 * Like `JSON.stringify`, for values that contain Outputs at any depth. A resource is written as its id, a component as
 * its URN.
 *
 * ```ts
 * const policy = coconut.jsonStringify({ allow: bucket.arn }); // Output<string>
 * ```
 */
export function jsonStringify(value: unknown, space?: string | number): Output<string> {
  const stringify = (plain: unknown): unknown => {
    const { value: json, changed } = withNames(plain);
    return changed ? jsonStringify(json, space) : (JSON.stringify(json, undefined, space) ?? "null");
  };
  return outputOf(ownNode({ kind: "all", of: captureIn(jsonStringify, value) }, stringify, jsonStringify));
}

/** Like `JSON.parse`, for text that may be an Output. */
export function jsonParse<T = any>(text: Input<string>): Output<T> {
  return outputOf(ownNode(captureIn(jsonParse, text), parsed, jsonParse));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new DiagnosticError(
      problem("sdk/not-json", {
        detail: `The text is not valid JSON: ${(error as SyntaxError).message}`,
        hint: "Pass valid JSON to jsonParse(), or parse it in a callback that handles the error:\n    text.apply((text) => …)",
      }),
    );
  }
}

function textOf(parts: readonly unknown[], below: (...parameters: never[]) => unknown): Output<string> {
  const join = (plain: readonly unknown[]): unknown => {
    const { value: texts, changed } = withNames(plain);
    return changed
      ? concat(...(texts as readonly Textual[]))
      : (texts as readonly unknown[]).map(text).join("");
  };
  return outputOf(ownNode({ kind: "all", of: captureIn(below, parts) }, join, below));
}

function text(part: unknown, index: number): string {
  if (typeof part === "string" || typeof part === "number" || typeof part === "boolean") return String(part);
  const kind = (part ?? null) === null ? "absent" : Array.isArray(part) ? "an array" : "an object";
  throw new DiagnosticError(noText(`part ${index + 1} is ${kind}`));
}

function noText(reason: string): Diagnostic {
  return problem("sdk/not-text", {
    detail: `The text cannot be built: ${reason}.`,
    hint: 'Convert the value explicitly:\n    coconut.jsonStringify(value)\nIf the value may be absent, give it a default:\n    value.apply((value) => value ?? "")',
  });
}

/** Replaces each resource by an Output of its id, or of its URN for a component. */
function withNames(plain: unknown): { value: unknown; changed: boolean } {
  if (isResource(plain)) {
    const name = registrationOf(plain).kind === "component" ? "urn" : "id";
    return { value: propertyOutput(plain, name), changed: true };
  }
  if (Array.isArray(plain)) {
    const items = plain.map((item) => withNames(item));
    const changed = items.some((item) => item.changed);
    return { value: changed ? items.map((item) => item.value) : plain, changed };
  }
  if (typeof plain !== "object" || plain === null) return { value: plain, changed: false };
  if (assetFaceOf(plain) !== undefined) throw new DiagnosticError(noText("it contains an asset or archive"));
  const entries = Object.entries(plain).map(([key, item]) => [key, withNames(item)] as const);
  const changed = entries.some(([, item]) => item.changed);
  return {
    value: changed ? Object.fromEntries(entries.map(([key, item]) => [key, item.value])) : plain,
    changed,
  };
}
