import { DiagnosticError } from "../model/index.js";
import { problem } from "./diagnostics.js";
import { positionBelow } from "./position.js";

/**
 * What an Output answers when JavaScript asks it for a primitive, for JSON or for its elements. Its value is
 * not there while the program runs, so each answer is a diagnostic at the line that asked.
 */
export const coercionGuards = {
  toPrimitive(hint: string): never {
    throw asText(usage(hint), coercionGuards.toPrimitive);
  },
  toString(): never {
    throw asText("An Output was turned into text with toString().", coercionGuards.toString);
  },
  valueOf(): never {
    throw asText("The primitive value of an Output was asked for with valueOf().", coercionGuards.valueOf);
  },
  toJSON(): never {
    throw new DiagnosticError(
      problem("sdk/output-as-json", {
        detail: "JSON.stringify met an Output. Its value is not known while the program runs.",
        hint: "Use the function that takes Outputs at any depth:\n    coconut.jsonStringify(value)",
        ...positionBelow(JSON.stringify),
      }),
    );
  },
  iterate(): never {
    throw new DiagnosticError(
      problem("sdk/output-iterated", {
        detail:
          "An Output was iterated (for…of, spread or destructuring). How many elements it has is not known while the program runs.",
        hint: "Work on the elements inside a callback:\n    list.apply((items) => items.map((item) => …))",
        ...positionBelow(coercionGuards.iterate),
      }),
    );
  },
};

function usage(hint: string): string {
  switch (hint) {
    case "number":
      return "An Output was compared or used in arithmetic.";
    case "string":
      return "An Output was put into a template string or used as a key.";
    default:
      return "An Output was added with + or compared with ==.";
  }
}

function asText(detail: string, below: (...parameters: never[]) => unknown): DiagnosticError {
  return new DiagnosticError(
    problem("sdk/output-as-text", {
      detail: `${detail} Its value is not known while the program runs.`,
      hint: "For text:\n    coconut.interpolate`…${output}…`\nfor anything else:\n    output.apply((value) => …)",
      ...positionBelow(below),
    }),
  );
}
