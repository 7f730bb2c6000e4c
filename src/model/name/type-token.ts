import { DiagnosticError } from "../diagnostic.js";
import { problem } from "./diagnostics.js";
import { describeFault, type TextFault } from "../text-fault.js";

/** The type of a resource: `aws:s3:Bucket`, or without a module `random:Pet`. */
export interface TypeToken {
  readonly package: string;
  readonly module?: string;
  readonly name: string;
}

/**
 * `own` applies to types that are defined with Coconut: two or three identifiers, each a letter followed by letters,
 * digits and `_`. `ecosystem` applies to types of other packages (`aws:s3/bucket:Bucket`,
 * `azure-native:storage:Account`): two or three parts of any characters except `:`, `$` and control characters. Every
 * own token is also an ecosystem token. `any` applies to types in URNs: other SDKs allow any component type (`vpc`,
 * `awsx:x:ec2:Vpc`) with which the URN can still be parsed.
 */
export type TypeGrammar = "own" | "ecosystem" | "any";

/** The type of the root of all resources of a stack. URNs do not contain it. */
export const rootStackType = "pulumi:pulumi:Stack";

export function parseTypeToken(
  text: string,
  { grammar = "own" }: { readonly grammar?: TypeGrammar } = {},
): TypeToken {
  const fault = typeTokenFault(text, grammar);
  if (fault !== undefined) {
    const detail = describeFault(text, fault);
    throw new DiagnosticError(problem("model/malformed-type-token", { detail, hint: hints[grammar] }));
  }
  const [first = "", second = "", third] = text.split(":");
  return Object.freeze(
    third === undefined ? { package: first, name: second } : { package: first, module: second, name: third },
  );
}

export function printTypeToken(token: TypeToken): string {
  return token.module === undefined
    ? `${token.package}:${token.name}`
    : `${token.package}:${token.module}:${token.name}`;
}

/** Returns the first reason why a text is not a valid type token; undefined if it is valid. */
export function typeTokenFault(text: string, grammar: TypeGrammar): TextFault | undefined {
  if (isToken[grammar](text)) return undefined;
  if (grammar === "any") return anyTypeFault(text);
  const parts = text.split(":");
  if (parts.length === 1 && text !== "") {
    return { column: text.length + 1, problem: 'a type token needs a ":" after its package' };
  }
  let column = 1;
  for (const [index, part] of parts.entries()) {
    if (index === 3) return { column: column - 1, problem: "a type token has at most three parts" };
    const fault = partFault(part, partName(index, parts.length), grammar);
    if (fault !== undefined) return { ...fault, column: column + fault.column - 1 };
    column += part.length + 1;
  }
  throw new Error(`Bug: the type token ${JSON.stringify(text)} was rejected without a reason.`);
}

function anyTypeFault(text: string): TextFault {
  if (text === "") return { column: 1, problem: "the type is missing" };
  const separator = text.indexOf("::");
  if (separator !== -1) return { column: separator + 1, problem: 'a type cannot contain "::"' };
  if (text.endsWith(":")) return { column: text.length, problem: 'a type cannot end in ":"' };
  const index = text.search(strangerOf("any"));
  return { column: index + 1, problem: `${firstCharacter(text.slice(index))} is not allowed in a type` };
}

function partFault(part: string, name: string, grammar: TypeGrammar): TextFault | undefined {
  if (part === "") return { column: 1, problem: `the ${name} is missing` };
  if (grammar === "own" && !/^\p{L}/u.test(part)) {
    return { column: 1, problem: `the ${name} begins with ${firstCharacter(part)} instead of a letter` };
  }
  const index = part.search(strangerOf(grammar));
  if (index === -1) return undefined;
  return { column: index + 1, problem: `${firstCharacter(part.slice(index))} is not allowed in the ${name}` };
}

function partName(index: number, count: number): string {
  if (index === 0) return "package";
  return index === 1 && count > 2 ? "module" : "type name";
}

function firstCharacter(text: string): string {
  return JSON.stringify(String.fromCodePoint(text.codePointAt(0)!));
}

/** Functions: creating an expression with Unicode classes is slow, and not every command needs one. */
const isToken = {
  own: (text: string) => /^\p{L}[\p{L}\p{Nd}_]*(?::\p{L}[\p{L}\p{Nd}_]*){1,2}$/u.test(text),
  ecosystem: (text: string) =>
    /^[^:$\p{Control}\p{Surrogate}]+(?::[^:$\p{Control}\p{Surrogate}]+){1,2}$/u.test(text),
  any: (text: string) => /^(?!.*::)[^$\p{Control}\p{Surrogate}]*[^:$\p{Control}\p{Surrogate}]$/u.test(text),
};

function strangerOf(grammar: TypeGrammar): RegExp {
  return grammar === "own" ? /[^\p{L}\p{Nd}_]/u : /[$\p{Control}\p{Surrogate}]/u;
}

const hints = {
  own: "Write package, module and type name with letters, digits and _, each beginning with a letter:\nshop:web:Site",
  ecosystem: "Write package, module and type name with colons between them:\naws:s3/bucket:Bucket",
  any: 'A type can be any text without "$", "::" and control characters.',
};
