import { checkValue, DiagnosticError, secretOf, type Value, type ValueObject } from "../model/index.js";

/** A configuration value: plain data, or data under `secret`. */
export type ConfigValue = Json | { readonly secret: Json };
type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Configuration by its full key. A key without a package belongs to the project. */
export function configValues(project: string, config: { readonly [key: string]: ConfigValue }): ValueObject {
  const found = checkValue(config);
  const [first, ...rest] = found;
  if (first !== undefined) throw new DiagnosticError(first, ...rest);
  const entries = Object.entries(config).map(([key, value]) => [
    key.includes(":") ? key : `${project}:${key}`,
    isSecretValue(value) ? secretOf(value.secret as Value) : (value as Value),
  ]);
  return Object.fromEntries(entries) as ValueObject;
}

function isSecretValue(value: ConfigValue): value is { readonly secret: Json } {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject && Object.keys(value).length === 1 && Object.hasOwn(value, "secret");
}
