import { kindOf, type Value } from "../../model/index.js";
import { numberOfJs, numberOfText, numberText, type CtyValue } from "../cty/index.js";
import type { ConfigurationWalk } from "./configuration-walk.js";

/** Returns the value for a place of a primitive type. Null after a fault. */
export function primitiveValue(
  walk: ConfigurationWalk,
  kind: "string" | "number" | "bool",
  given: Value,
): CtyValue {
  const value =
    kind === "string" ? stringValue(given) : kind === "number" ? numberValue(given) : boolValue(given);
  if (value !== undefined) return value;
  const { text, hint } = describeValue(given);
  walk.fault(`Expected ${expected[kind]}, but got ${text}.`, hint === undefined ? {} : { hint });
  return null;
}

const expected = { string: "a string", number: "a number", bool: "true or false" };

/** Describes a value without its content. The hint is for values that no attribute accepts. */
export function describeValue(given: Value): { readonly text: string; readonly hint?: string } {
  const kind = kindOf(given);
  switch (kind) {
    case "reference":
      return { text: "a resource", hint: "Use an attribute of the resource, such as its `.id`." };
    case "asset":
      return { text: "an asset", hint: "Read the file in the program, or pass its path as a string." };
    case "archive":
      return { text: "an archive", hint: "Pass the path of the archive as a string." };
    case "number":
      return {
        text: Number.isFinite(given) ? "a number" : `${given as number}, which is not a finite number`,
      };
    case "null":
      return { text: "null" };
    case "unknown":
      return { text: "a value that is not known yet" };
    default:
      return { text: kind === "array" || kind === "object" ? `an ${kind}` : `a ${kind}` };
  }
}

function stringValue(given: Value): string | undefined {
  if (typeof given === "string") return given.normalize("NFC");
  if (typeof given === "boolean") return String(given);
  return typeof given === "number" && Number.isFinite(given) ? numberText(numberOfJs(given)) : undefined;
}

function numberValue(given: Value): CtyValue | undefined {
  if (typeof given === "number") return Number.isFinite(given) ? numberOfJs(given) : undefined;
  if (typeof given !== "string") return undefined;
  const number = numberOfText(given);
  return number === Infinity || number === -Infinity ? undefined : number;
}

function boolValue(given: Value): boolean | undefined {
  if (typeof given === "boolean") return given;
  return given === "true" ? true : given === "false" ? false : undefined;
}
