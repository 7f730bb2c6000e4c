import { DiagnosticError, type Diagnostic, type SourcePosition } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import { isOutput, lastPropertyRead } from "./output.js";

/** What a program did with an expression that must not be an Output. */
export type Construct =
  | "if"
  | "?:"
  | "&&"
  | "||"
  | "!"
  | "&&="
  | "||="
  | "while"
  | "do"
  | "for"
  | "switch"
  | "case"
  | "await"
  | "spread"
  | "for…of"
  | "for await…of"
  | "=="
  | "!="
  | "==="
  | "!=="
  | "<"
  | ">"
  | "<="
  | ">="
  | Decider
  | "Object.is"
  | "new Array"
  | "Array.from"
  /** Handed to a function of Node: `existsSync of node:fs`. */
  | `node ${string}`
  /** Handed to a method that searches or asks a predicate, or to one that takes a function. */
  | `method ${string}`
  | `predicate ${string}`
  /** A method of its value was called: what was called, as it is written. */
  | `call ${string}`;

/** Functions of the language that decide by what they are given. */
type Decider =
  | "Boolean"
  | "console.assert"
  | `Number.${"isInteger" | "isSafeInteger" | "isFinite" | "isNaN"}`;

/** Whether a condition must be refused. Never runs into a trap of a proxy that is not an Output. */
export function isOutputCondition(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  try {
    return isOutput(value);
  } catch {
    return false;
  }
}

export function refuseCondition(construct: Construct, position: SourcePosition): DiagnosticError {
  if (construct.startsWith("call "))
    return new DiagnosticError({ ...calledOutput(construct.slice("call ".length)), position });
  const { detail, hint } = about(construct);
  return new DiagnosticError(problem("sdk/output-in-condition", { detail, hint, position }));
}

function about(construct: Construct): Pick<Diagnostic, "detail"> & { readonly hint: string } {
  switch (construct) {
    case "if":
    case "while":
    case "for":
      return truth(`the condition of ${construct} (…)`);
    case "do":
      return truth("the condition of do … while (…)");
    case "?:":
      return truth("the condition of … ? … : …");
    case "!":
      return truth("the operand of !");
    case "&&":
    case "||":
    case "&&=":
    case "||=":
      return truth(`the left side of ${construct}`);
    case "switch":
      return choice("chosen by in switch (…)");
    case "case":
      return choice("compared with in case …:");
    case "await":
      return {
        detail: "An Output was awaited. The program runs before its value exists.",
        hint: "Do what needs the value in a callback, which may be async:\n    output.apply(async (value) => …)",
      };
    case "spread":
    case "for…of":
    case "for await…of":
      return {
        detail: `An Output was taken apart by ${construct === "spread" ? "... (spread)" : construct}. What it holds is not known while the program runs.`,
        hint: "Work on its elements or properties in a callback:\n    list.apply((items) => items.map((item) => …))\nor, to make a resource for each:\n    coconut.forEach(list, (item) => …)",
      };
    case "==":
    case "!=":
    case "===":
    case "!==":
    case "<":
    case ">":
    case "<=":
    case ">=":
      return choice(`compared by ${construct}`, construct);
    default:
      return aboutCall(construct);
  }
}

function aboutCall(construct: string): Pick<Diagnostic, "detail"> & { readonly hint: string } {
  const [kind, ...rest] = construct.split(" ");
  const name = rest.join(" ");
  switch (kind) {
    case "Boolean":
      return truth("the argument of Boolean(…)");
    case "console.assert":
      return truth("the condition of console.assert(…)");
    case "Object.is":
      return choice("compared by Object.is(…)");
    case "new":
    case "Array.from":
      return {
        detail: `An Output is the length of a list, in ${construct}(…). How long the list is is not known while the program runs.`,
        hint: "Make the list in a callback:\n    output.apply((length) => Array.from({ length }, …))",
      };
    case "node":
      return {
        detail: `An Output was handed to ${name}, which runs at once. The value that the Output stands for is not known while the program runs.`,
        hint: "Call it in a callback:\n    output.apply((value) => …)",
      };
    case "predicate":
    case "method":
      return aboutMethod(name);
    default:
      return {
        detail: `An Output was handed to ${construct}(…). Its value is not known while the program runs, so what it is is not either.`,
        hint: `Ask in a callback:\n    output.apply((value) => ${construct}(value))`,
      };
  }
}

function aboutMethod(name: string): Pick<Diagnostic, "detail"> & { readonly hint: string } {
  if (searching.has(name)) return choice(`compared with plain values by ${name}(…)`, "===");
  return {
    detail: `An Output decides what ${name}(…) gives: the function answers with an Output, or judges one. It stands for a value that is not known while the program runs, and is itself always true.`,
    hint: "Decide in a callback, over all of them at once:\n    coconut.all(list).apply((values) => values.filter((value) => …))",
  };
}

const searching = new Set(["includes", "indexOf", "lastIndexOf", "has", "get", "delete"]);

/**
 * The message of an error, told as what it is: the program called a method of the value on its Output. The language says only how
 * the call is written; that it was an Output's property is known because none other was read since.
 */
export function asCalledOutput(message: unknown): Diagnostic | undefined {
  if (typeof message !== "string") return undefined;
  const [, called, name] =
    /^((?:.*[.)\]])?([\p{ID_Continue}$]+)) is not a (?:function|constructor)/su.exec(message) ?? [];
  return called !== undefined && called !== name && name === lastPropertyRead()
    ? calledOutput(called)
    : undefined;
}

function calledOutput(called: string): Diagnostic {
  const [, owner = "", method = called] = /^(.*)\.([^.]+)$/s.exec(called) ?? [];
  const isNamed = /^[\w$.]+$/.test(owner);
  const name = isNamed ? owner : "output";
  const value = listMethods.has(method) ? "items" : "value";
  const forEach = `\nor, to make a resource for each:\n    coconut.forEach(${name}, (item) => …)`;
  return problem("sdk/output-method", {
    detail: `${called}(…) was called, and ${isNamed ? owner : "what it is called on"} is an Output: it stands for a value that is not known while the program runs, and has the properties of the value, not its methods.`,
    hint: `Call the method in a callback, which is given the value:\n    ${name}.apply((${value}) => ${value}.${method}(…))${value === "items" ? forEach : ""}`,
  });
}

const listMethods = new Set(Object.getOwnPropertyNames(Array.prototype));

function truth(role: string) {
  return {
    detail: `An Output is ${role}. It stands for a value that is not known while the program runs, and is itself always true.`,
    hint: "Decide in a callback:\n    output.apply((value) => (value ? … : …))\nor, to make resources only if it holds:\n    coconut.when(output, () => …)\nWhether an Output was given at all is known:\n    output !== undefined",
  };
}

function choice(role: string, operator = "===") {
  return {
    detail: `An Output was ${role}. Its value is not known while the program runs, so what it equals is not either.`,
    hint: `Compare in a callback:\n    output.apply((value) => value ${operator} …)\nor, to make resources only if it holds:\n    coconut.when(output.apply((value) => value ${operator} …), () => …)`,
  };
}
