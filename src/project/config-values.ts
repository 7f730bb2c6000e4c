import {
  checkValue,
  DiagnosticError,
  secretOf,
  type Json,
  type Value,
  type ValueObject,
} from "../model/index.js";
import { isJsonObject } from "../std/plain-json.js";

/** A configuration value: plain data, or data under `secret`. */
export type ConfigValue = Json | { readonly secret: Json };

/** Returns the configuration by full key. */
export function configValues(project: string, config: { readonly [key: string]: ConfigValue }): ValueObject {
  const found = checkValue(config);
  const [first, ...rest] = found;
  if (first !== undefined) throw new DiagnosticError(first, ...rest);
  const entries = Object.entries(config).map(([key, value]) => [
    fullKey(project, key),
    isSecretForm(value) ? secretOf(value.secret as Value) : (value as Value),
  ]);
  return Object.fromEntries(entries) as ValueObject;
}

/** Returns the full key. A key without a package belongs to the project. */
export function fullKey(project: string, key: string): string {
  return key.includes(":") ? key : `${project}:${key}`;
}

/** Whether a value is written as a secret: an object whose only key is `secret`. */
export function isSecretForm(value: unknown): value is { readonly secret: unknown } {
  return isJsonObject(value) && Object.keys(value).length === 1 && Object.hasOwn(value, "secret");
}
