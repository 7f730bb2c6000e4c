import { DiagnosticError } from "../diagnostic.js";
import { problem } from "./diagnostics.js";
import { parseEnvironment } from "./environment.js";
import { controlCharacterFault, describeFault, loneSurrogateFault, type TextFault } from "../text-fault.js";
import { rootStackType, typeTokenFault, type TypeGrammar } from "./type-token.js";

/**
 * The unique name of a resource in its stack: `urn:pulumi:<stack>::<project>::<qualified type>::<name>`.
 *
 * A URN is parsed from the left: each part ends at the first `::`. Stacks, projects and types must not end in `:`,
 * because they would be parsed back differently. With that rule, printing and parsing are inverse.
 *
 * ```ts
 * const site = Urn.of({ stack: "dev", project: "shop", types: ["shop:web:Site"], name: "front" });
 * Urn.print(Urn.child(site, "aws:s3/bucket:Bucket", "logs"));
 * // urn:pulumi:dev::shop::shop:web:Site$aws:s3/bucket:Bucket::logs
 * ```
 */
export interface Urn {
  /** The environment, with its namespace if it has one: `staging:acmecorp`. */
  readonly stack: string;
  readonly project: string;
  /** The types of all ancestors, outermost first and without the root stack, then the type of the resource. */
  readonly types: readonly string[];
  readonly name: string;
}

export const Urn = {
  parse: parseUrn,
  print: printUrn,
  of: urnOf,
  child: childUrn,
  type: typeOfUrn,
} as const;

export interface UrnReading {
  /**
   * `foreign` parses URNs of other engines, where a name may contain `::` and a type may be any text (default: strict).
   */
  readonly names?: "strict" | "foreign";
  /** Grammar that every type of the chain must match (default: ecosystem). */
  readonly types?: TypeGrammar;
}

/** Parses a URN. Accepts empty parts, which new resources must not have. */
export function parseUrn(text: string, reading: UrnReading = {}): Urn {
  const { names = "strict", types = names === "foreign" ? "any" : "ecosystem" } = reading;
  const surrogate = loneSurrogateFault(text);
  if (surrogate !== undefined) refuse(text, surrogate);
  if (!text.startsWith(prefix)) {
    const difference = prefix.split("").findIndex((character, index) => text[index] !== character);
    refuse(text, { column: difference + 1, problem: `a URN must begin with "${prefix}"` });
  }

  const stackEnd = endOfPart(text, prefix.length, "stack");
  const projectEnd = endOfPart(text, stackEnd + 2, "project");
  const typesEnd = endOfPart(text, projectEnd + 2, "type");
  const chain = readTypes(text, projectEnd + 2, typesEnd, types);
  const name = text.slice(typesEnd + 2);

  const separator = name.indexOf("::");
  if (names === "strict" && separator !== -1) {
    refuse(text, { column: typesEnd + 3 + separator, problem: 'a name cannot contain "::"' });
  }
  return freeze(text.slice(prefix.length, stackEnd), text.slice(stackEnd + 2, projectEnd), chain, name);
}

export function printUrn(urn: Urn): string {
  return `${prefix}${urn.stack}::${urn.project}::${urn.types.join("$")}::${urn.name}`;
}

/** Returns the URN of a new resource. Stricter than the grammar: no part may be empty or contain control characters. */
export function urnOf({ stack, project, types, name }: Urn): Urn {
  checkFamily({ stack, project, types });
  checkPart("name", name);
  return freeze(stack, project, [...types], name);
}

/**
 * Returns a printer for URNs of new resources that differ only in their names: the shared parts are checked once. The
 * type is checked against the grammar; the types of ancestors were checked before.
 */
export function urnPrinter(family: Omit<Urn, "name">, grammar: TypeGrammar = "ecosystem"): UrnPrinter {
  checkFamily(family, grammar);
  const start = printUrn({ ...family, name: "" });
  return (name) => {
    checkPart("name", name);
    return start + name;
  };
}

export type UrnPrinter = (name: string) => string;

/** Returns the URN of a new child: the types of the parent, then its own. The root stack is left out. */
export function childUrn(parent: Urn, type: string, name: string): Urn {
  const ancestors = typeOfUrn(parent) === rootStackType ? [] : parent.types;
  return urnOf({ stack: parent.stack, project: parent.project, types: [...ancestors, type], name });
}

/** Returns the type of the resource, without its ancestors. */
export function typeOfUrn(urn: Urn): string {
  return urn.types.at(-1)!;
}

/** Returns the stack part, without parsing the rest. */
export function stackOfUrn(text: string): string {
  return text.slice(prefix.length, endOfPart(text, prefix.length, "stack"));
}

const prefix = "urn:pulumi:";

function freeze(stack: string, project: string, types: string[], name: string): Urn {
  return Object.freeze({ stack, project, types: Object.freeze(types), name });
}

function endOfPart(text: string, start: number, part: string): number {
  const end = text.indexOf("::", start);
  if (end === -1) refuse(text, { column: text.length + 1, problem: `there is no "::" after the ${part}` });
  return end;
}

function readTypes(text: string, start: number, end: number, grammar: TypeGrammar): string[] {
  const types = text.slice(start, end).split("$");
  let column = start;
  for (const type of types) {
    const fault = typeTokenFault(type, grammar);
    if (fault !== undefined) refuse(text, { ...fault, column: column + fault.column });
    column += type.length + 1;
  }
  return types;
}

/** Throws if a new resource cannot have this project. */
export function checkProject(project: string): void {
  checkPart("project", project);
  if (project.endsWith(":")) {
    refusePart("project", project, { column: project.length, problem: 'a project cannot end in ":"' });
  }
}

function checkFamily({ stack, project, types }: Omit<Urn, "name">, grammar: TypeGrammar = "ecosystem"): void {
  parseEnvironment(stack);
  checkProject(project);
  if (types.length === 0) throw new Error("Bug: a URN was created without a type.");
  for (const [index, type] of types.entries()) {
    const fault = typeTokenFault(type, index === types.length - 1 ? grammar : "any");
    if (fault !== undefined) refusePart("type", type, fault);
    if (type === rootStackType && index < types.length - 1) {
      refusePart("type", type, {
        column: 1,
        problem: "URNs of descendants do not include the root stack",
      });
    }
  }
}

function checkPart(part: "project" | "name", text: string): void {
  const separator = text.indexOf("::");
  const fault =
    text === ""
      ? { column: 1, problem: `the ${part} is empty` }
      : separator !== -1
        ? { column: separator + 1, problem: `a ${part} cannot contain "::"` }
        : (loneSurrogateFault(text) ?? controlCharacterFault(text));
  if (fault !== undefined) refusePart(part, text, fault);
}

function refuse(text: string, fault: TextFault): never {
  throw new DiagnosticError(
    problem("model/malformed-urn", {
      detail: describeFault(text, fault),
      hint: "A URN has four parts:\nurn:pulumi:<stack>::<project>::<type>::<name>",
    }),
  );
}

function refusePart(part: "project" | "type" | "name", text: string, fault: TextFault): never {
  throw new DiagnosticError(
    problem("model/invalid-urn-part", {
      detail: `The ${part} of a new resource is invalid. ${describeFault(text, fault)}`,
      hint: hints[part],
    }),
  );
}

const hints = {
  project: 'Use a project name of printable characters, without "::" and without ":" at its end.',
  type: "Use a resource type of two or three parts:\nshop:web:Site",
  name: 'Use a resource name of printable characters, without "::".',
};
