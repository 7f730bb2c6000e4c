import type { StandardSchemaV1 } from "@standard-schema/spec";
import {
  containsSecret,
  DiagnosticError,
  getProperty,
  pathText,
  stripSecrets,
  type Diagnostic,
  type Value,
} from "../model/index.js";
import { captureIn } from "./recording/capture.js";
import { currentContext } from "./recording/context.js";
import { problem } from "./diagnostics.js";
import { outputOf, type Output } from "./output/output.js";
import { positionBelow } from "./recording/position.js";
import { JSON } from "../std/plain-json.js";

/**
 * Reads the configuration of the stack. `new Config()` reads the keys of the project, `new Config("aws")` the keys that
 * begin with `aws:`. The methods `get…` return `undefined` or the fallback if the stack does not set the key;
 * `require…` stop the program. A secret value can be read only with the `…Secret…` methods, which return a secret
 * Output.
 *
 * ```ts
 * const config = new coconut.Config();
 * const size = config.getNumber("size", 3);
 * const password = config.requireSecret("password"); // Output<string>
 * ```
 */
export class Config {
  readonly name: string;
  readonly #values: { readonly [key: string]: Value };

  constructor(name?: string) {
    const settings = currentContext()?.recorder.settings;
    if (settings === undefined) throw new DiagnosticError(noProgram(new.target));
    this.name = name ?? settings.project;
    this.#values = settings.config ?? {};
  }

  /** Returns a value as a string, or `undefined` if it is not set. */
  get(key: string): string | undefined;
  /** Returns a value as a string, or `fallback` if it is not set. */
  get(key: string, fallback: string): string;
  get(key: string, fallback?: string): string | undefined {
    return this.#plain(key, asText, this.get) ?? fallback;
  }

  /** Returns a value as a string; stops the program if it is not set. */
  require(key: string): string {
    return this.#plain(key, asText, this.require) ?? this.#missing(key, this.require);
  }

  /** Returns a value as a number, or `undefined` if it is not set. */
  getNumber(key: string): number | undefined;
  /** Returns a value as a number, or `fallback` if it is not set. */
  getNumber(key: string, fallback: number): number;
  getNumber(key: string, fallback?: number): number | undefined {
    return this.#plain(key, asNumber, this.getNumber) ?? fallback;
  }

  /** Returns a value as a number; stops the program if it is not set. */
  requireNumber(key: string): number {
    return this.#plain(key, asNumber, this.requireNumber) ?? this.#missing(key, this.requireNumber);
  }

  /** Returns a value as a boolean, or `undefined` if it is not set. */
  getBoolean(key: string): boolean | undefined;
  /** Returns a value as a boolean, or `fallback` if it is not set. */
  getBoolean(key: string, fallback: boolean): boolean;
  getBoolean(key: string, fallback?: boolean): boolean | undefined {
    return this.#plain(key, asBoolean, this.getBoolean) ?? fallback;
  }

  /** Returns a value as a boolean; stops the program if it is not set. */
  requireBoolean(key: string): boolean {
    return this.#plain(key, asBoolean, this.requireBoolean) ?? this.#missing(key, this.requireBoolean);
  }

  /**
   * Returns a structured value, or `undefined` if it is not set. A schema (valibot, zod or any other Standard Schema)
   * validates the value and gives it its type.
   */
  getObject<T>(key: string, schema?: StandardSchemaV1<unknown, T>): T | undefined {
    return this.#plain(key, asStructure(schema), this.getObject);
  }

  /** Returns a structured value, validated like `getObject`; stops the program if it is not set. */
  requireObject<T>(key: string, schema?: StandardSchemaV1<unknown, T>): T {
    return (
      this.#plain(key, asStructure(schema), this.requireObject) ?? this.#missing(key, this.requireObject)
    );
  }

  /** Returns a secret Output of a string, or `undefined` if the value is not set. */
  getSecret(key: string): Output<string> | undefined {
    return this.#secret(key, asText, this.getSecret);
  }

  /** Returns a secret Output of a string; stops the program if the value is not set. */
  requireSecret(key: string): Output<string> {
    return this.#secret(key, asText, this.requireSecret) ?? this.#missing(key, this.requireSecret);
  }

  /** Returns a secret Output of a number, or `undefined` if the value is not set. */
  getSecretNumber(key: string): Output<number> | undefined {
    return this.#secret(key, asNumber, this.getSecretNumber);
  }

  /** Returns a secret Output of a number; stops the program if the value is not set. */
  requireSecretNumber(key: string): Output<number> {
    return (
      this.#secret(key, asNumber, this.requireSecretNumber) ?? this.#missing(key, this.requireSecretNumber)
    );
  }

  /** Returns a secret Output of a boolean, or `undefined` if the value is not set. */
  getSecretBoolean(key: string): Output<boolean> | undefined {
    return this.#secret(key, asBoolean, this.getSecretBoolean);
  }

  /** Returns a secret Output of a boolean; stops the program if the value is not set. */
  requireSecretBoolean(key: string): Output<boolean> {
    return (
      this.#secret(key, asBoolean, this.requireSecretBoolean) ?? this.#missing(key, this.requireSecretBoolean)
    );
  }

  /** Returns a secret Output of a structured value, validated like `getObject`, or `undefined` if it is not set. */
  getSecretObject<T>(key: string, schema?: StandardSchemaV1<unknown, T>): Output<T> | undefined {
    return this.#secret(key, asStructure(schema), this.getSecretObject);
  }

  /** Returns a secret Output of a structured value, validated like `getObject`; stops the program if it is not set. */
  requireSecretObject<T>(key: string, schema?: StandardSchemaV1<unknown, T>): Output<T> {
    return (
      this.#secret(key, asStructure(schema), this.requireSecretObject) ??
      this.#missing(key, this.requireSecretObject)
    );
  }

  #plain<T>(key: string, convert: Convert<T>, method: Method): T | undefined {
    const value = this.#value(key);
    if (value === undefined) return undefined;
    if (containsSecret(value)) throw new DiagnosticError(readAsPlain(this.#fullKey(key), method));
    return this.#converted(key, value, convert, method, false);
  }

  #secret<T>(key: string, convert: Convert<T>, method: Method): Output<T> | undefined {
    const value = stripSecrets(this.#value(key)) ?? undefined;
    if (value === undefined) return undefined;
    const converted = this.#converted(key, value, convert, method, true);
    return outputOf({ kind: "secret", of: captureIn(method, converted) });
  }

  #converted<T>(key: string, value: Value, convert: Convert<T>, method: Method, secret: boolean): T {
    const result = convert(value);
    if ("value" in result) return result.value;
    const where = secret || result.where === undefined ? "" : `: ${result.where}`;
    throw new DiagnosticError(wrongType(this.#fullKey(key), `${result.expected}${where}`, method));
  }

  #value(key: string): Value {
    return getProperty(this.#values, this.#fullKey(key)) ?? undefined;
  }

  #missing(key: string, method: Method): never {
    throw new DiagnosticError(missing(this.#fullKey(key), method));
  }

  #fullKey(key: string): string {
    return `${this.name}:${key}`;
  }
}

type Method = (...parameters: never[]) => unknown;
type Convert<T> = (value: Value) => { readonly value: T } | Misfit;

interface Misfit {
  readonly expected: string;
  /** The places in the value that do not match the schema. The keys in it are as secret as the value. */
  readonly where?: string;
}

function asText(value: Value): ReturnType<Convert<string>> {
  const isScalar = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return isScalar ? { value: String(value) } : { expected: "text" };
}

function asNumber(value: Value): ReturnType<Convert<number>> {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && !Number.isNaN(number) ? { value: number } : { expected: "a number" };
}

function asBoolean(value: Value): ReturnType<Convert<boolean>> {
  if (value === true || value === "true") return { value: true };
  return value === false || value === "false" ? { value: false } : { expected: "true or false" };
}

/** Converts to a copy, which the program may modify. A structure set on the command line arrives as JSON text. */
function asStructure<T>(schema: StandardSchemaV1<unknown, T> | undefined): Convert<T> {
  return (value) => {
    const structure = typeof value === "string" ? parsed(value) : structuredClone(value);
    if (structure === undefined) return { expected: "JSON" };
    if (schema === undefined) return { value: structure as T };
    const result = schema["~standard"].validate(structure);
    if (result instanceof Promise) {
      result.catch(() => undefined);
      return { expected: "validated: its schema is asynchronous, but configuration is read synchronously" };
    }
    if (result.issues === undefined) return { value: result.value };
    return { expected: "valid for its schema", where: result.issues.map(issueText).join("; ") };
  };
}

/** Returns only the path of an issue: the schema's message may quote the value, which may be secret. */
function issueText(issue: StandardSchemaV1.Issue): string {
  const keys = (issue.path ?? []).map((step) => (typeof step === "object" ? step.key : step));
  return `${pathText(keys.map((key) => (typeof key === "symbol" ? String(key) : key)))} does not match`;
}

function parsed(text: string): Value {
  try {
    return JSON.parse(text) as Value;
  } catch {
    return undefined;
  }
}

function missing(key: string, method: Method): Diagnostic {
  return problem("sdk/config-missing", {
    detail: `The program requires the configuration value ${JSON.stringify(key)}, but it is not set for this stack.`,
    // `coco config set --secret` prompts for the value, which keeps it out of the shell history.
    hint: `Set it:\n    coco config set ${key} ${method.name.includes("Secret") ? "--secret" : "<value>"}`,
    ...positionBelow(method),
  });
}

function wrongType(key: string, expected: string, method: Method): Diagnostic {
  return problem("sdk/config-wrong-type", {
    detail: `The configuration value ${JSON.stringify(key)} is not ${expected}.`,
    hint: `Set it again:\n    coco config set ${key} <value>`,
    ...positionBelow(method),
  });
}

function readAsPlain(key: string, method: Method): Diagnostic {
  return problem("sdk/config-is-secret", {
    detail: `The configuration value ${JSON.stringify(key)} is secret, but ${method.name}() returns plain text.`,
    hint: `Read it as a secret Output:\n    config.${method.name.replace(/^(get|require)/, "$1Secret")}(${JSON.stringify(key.slice(key.indexOf(":") + 1))})`,
    ...positionBelow(method),
  });
}

function noProgram(below: typeof Config): Diagnostic {
  return problem("sdk/no-program", {
    detail:
      "new Config() was called, but no program is running. Configuration belongs to the stack of the running program.",
    hint: "Read configuration in the program that coco runs, or in the function passed to stack().",
    ...positionBelow(below),
  });
}
