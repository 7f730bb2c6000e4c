import { DiagnosticError, type Diagnostic, type SourcePosition } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import { isOutput, lastPropertyRead } from "./output.js";

/** A use of an expression that must not be an Output. */
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
  /** Passed to a function of Node: `existsSync of node:fs`. */
  | `node ${string}`
  /** Passed to a method that searches or calls a predicate, or to one that takes a function. */
  | `method ${string}`
  | `predicate ${string}`
  /** A method of the value was called on the Output. The text is the call as written. */
  | `call ${string}`;

/** Built-in functions whose result depends on the truth or kind of their argument. */
type Decider =
  | "Boolean"
  | "console.assert"
  | `Number.${"isInteger" | "isSafeInteger" | "isFinite" | "isNaN"}`;

/** True if a condition must be refused. Never triggers a trap of a proxy that is not an Output. */
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
      return choice("used in switch (…)");
    case "case":
      return choice("used in case …:");
    case "await":
      return {
        detail: "An Output was awaited. The program runs before its value exists.",
        hint: "Use the value in a callback, which may be async:\n    output.apply(async (value) => …)",
      };
    case "spread":
    case "for…of":
    case "for await…of":
      return {
        detail: `An Output was iterated by ${construct === "spread" ? "... (spread)" : construct}. Its elements are not known while the program runs.`,
        hint: "Use its elements or properties in a callback:\n    list.apply((items) => items.map((item) => …))\nTo declare a resource for each:\n    coconut.forEach(list, (item) => item.name, (item, key) => …)",
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
        detail: `An Output was used as the length of a list, in ${construct}(…). The length is not known while the program runs.`,
        hint: "Build the list in a callback:\n    output.apply((length) => Array.from({ length }, …))",
      };
    case "node":
      return {
        detail: `An Output was passed to ${name}, which runs immediately. The value of the Output is not known while the program runs.`,
        hint: "Call it in a callback:\n    output.apply((value) => …)",
      };
    case "predicate":
    case "method":
      return aboutMethod(name);
    default:
      return {
        detail: `An Output was passed to ${construct}(…). Its value is not known while the program runs.`,
        hint: `Test the value in a callback:\n    output.apply((value) => ${construct}(value))`,
      };
  }
}

function aboutMethod(name: string): Pick<Diagnostic, "detail"> & { readonly hint: string } {
  if (searching.has(name)) return choice(`compared with plain values by ${name}(…)`, "===");
  return {
    detail: `The result of ${name}(…) depends on an Output: its function returns an Output or tests one. The value of the Output is not known while the program runs, and the Output itself is always truthy.`,
    hint: "Decide in a callback that is given all values:\n    coconut.all(list).apply((values) => values.filter((value) => …))",
  };
}

const searching = new Set(["includes", "indexOf", "lastIndexOf", "has", "get", "delete"]);

/**
 * Returns the diagnostic for a TypeError message if the program called a method on an Output instead of its value. The
 * message contains only the call as written. It was an Output's property if that was the last one read from any Output.
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
  const forEach = `\nTo declare a resource for each:\n    coconut.forEach(${name}, (item) => item.name, (item, key) => …)`;
  return problem("sdk/output-method", {
    detail: `${called}(…) was called, but ${isNamed ? owner : "the object it is called on"} is an Output. An Output has the properties of its value, but not its methods. The value is not known while the program runs.`,
    hint: `Call the method in a callback, which is given the value:\n    ${name}.apply((${value}) => ${value}.${method}(…))${value === "items" ? forEach : ""}`,
  });
}

const listMethods = new Set(Object.getOwnPropertyNames(Array.prototype));

function truth(role: string) {
  return {
    detail: `An Output is ${role}. Its value is not known while the program runs, and the Output itself is always truthy.`,
    hint: "Decide in a callback:\n    output.apply((value) => (value ? … : …))\nTo declare resources only if the value is true:\n    coconut.when(output, () => …)\nTo test whether an Output was given at all:\n    output !== undefined",
  };
}

function choice(role: string, operator = "===") {
  return {
    detail: `An Output was ${role}. Its value is not known while the program runs, so it cannot be compared.`,
    hint: `Compare in a callback:\n    output.apply((value) => value ${operator} …)\nTo declare resources only if the comparison is true:\n    coconut.when(output.apply((value) => value ${operator} …), () => …)`,
  };
}
