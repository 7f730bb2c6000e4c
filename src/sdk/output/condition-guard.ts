import { DiagnosticError, type Diagnostic, type SourcePosition } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import { isOutput } from "./output.js";

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
  | ">=";

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
    default:
      return choice(`compared by ${construct}`, construct);
  }
}

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
