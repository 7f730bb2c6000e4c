import { DiagnosticError, type Json } from "../model/index.js";
import { jsonPitfall } from "../std/json-pitfall.js";
import { notAValue } from "./config-problem.js";
import { JSON } from "../std/plain-json.js";

export type ConfigType = "text" | "number" | "boolean" | "json";

/** Parses a value from the command line. Error messages do not quote the text, because it may be a secret. */
export function configValueOf(key: string, text: string, type: ConfigType): Json {
  if (type === "text") return text;
  const value = parsed(text);
  const fits = type === "json" ? value !== undefined : typeof value === type;
  const fault = fits ? jsonPitfall(text)?.why : `it is not ${described[type]}`;
  if (fault === undefined) return value!;
  throw new DiagnosticError(notAValue(key, fault, "Write the value as in a JSON file, or pass it as text."));
}

const described = { number: "a number", boolean: "true or false", json: "JSON" };

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
