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

/** What can stand in a text. A resource stands for its id, a component for its URN. */
export type Textual = Input<string | number | boolean | Resource>;

/**
 * A template string with Outputs in it.
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

/** The parts one after the other. */
export function concat(...parts: readonly Textual[]): Output<string> {
  return textOf(parts, concat);
}

/** `JSON.stringify` for values with Outputs at any depth. A resource stands for its id, a component for its URN. */
export function jsonStringify(value: unknown, space?: string | number): Output<string> {
  const stringify = (plain: unknown): unknown => {
    const { value: json, changed } = withNames(plain);
    return changed ? jsonStringify(json, space) : (JSON.stringify(json, undefined, space) ?? "null");
  };
  return outputOf(ownNode({ kind: "all", of: captureIn(jsonStringify, value) }, stringify, jsonStringify));
}

/** `JSON.parse` for a text that may be an Output. */
export function jsonParse<T = any>(text: Input<string>): Output<T> {
  return outputOf(ownNode(captureIn(jsonParse, text), parsed, jsonParse));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new DiagnosticError(
      problem("sdk/not-json", {
        detail: `The text is not JSON: ${(error as SyntaxError).message}`,
        hint: "Pass jsonParse() the text of a JSON document, or parse it in a callback that handles the error:\n    text.apply((text) => …)",
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
  throw new DiagnosticError(noText(`part ${index + 1} of it is ${kind}`));
}

function noText(reason: string): Diagnostic {
  return problem("sdk/not-text", {
    detail: `The text cannot be made: ${reason}.`,
    hint: 'Say how it reads:\n    coconut.jsonStringify(value)\nor, where it may be absent:\n    value.apply((value) => value ?? "")',
  });
}

/** Puts the name by which the world knows it in the place of each resource. */
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
  if (assetFaceOf(plain) !== undefined) throw new DiagnosticError(noText("an asset or archive stands in it"));
  const entries = Object.entries(plain).map(([key, item]) => [key, withNames(item)] as const);
  const changed = entries.some(([, item]) => item.changed);
  return {
    value: changed ? Object.fromEntries(entries.map(([key, item]) => [key, item.value])) : plain,
    changed,
  };
}
