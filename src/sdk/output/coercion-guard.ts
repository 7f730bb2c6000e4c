import { DiagnosticError } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import { positionBelow, type Callable } from "../recording/position.js";
import { registrationOf } from "../recording/brands.js";

/**
 * Handlers for conversions of an Output: to a primitive, to JSON, to its elements or keys. The value does not exist
 * while the program runs, so each handler throws a diagnostic at the line that caused the conversion.
 */
export const coercionGuards = {
  toPrimitive(hint: string): never {
    throw asText(usage(hint), coercionGuards.toPrimitive);
  },
  toString(): never {
    throw asText("An Output was converted to a string with toString().", coercionGuards.toString);
  },
  valueOf(): never {
    throw asText("An Output was converted to a primitive with valueOf().", coercionGuards.valueOf);
  },
  toJSON(): never {
    throw new DiagnosticError(
      problem("sdk/output-as-json", {
        detail: "JSON.stringify was given an Output. Its value is not known while the program runs.",
        hint: "Use the function that accepts Outputs at any depth:\n    coconut.jsonStringify(value)",
        ...positionBelow(coercionGuards.toJSON),
      }),
    );
  },
  iterate(): never {
    throw new DiagnosticError(
      problem("sdk/output-iterated", {
        detail:
          "An Output was iterated (for…of, spread or destructuring). The number of its elements is not known while the program runs.",
        hint: "Use the elements inside a callback:\n    list.apply((items) => items.map((item) => …))",
        ...positionBelow(coercionGuards.iterate),
      }),
    );
  },
  listKeys(): never {
    throw new DiagnosticError(
      problem("sdk/output-iterated", {
        detail:
          "The keys of an Output were listed (object spread, for…in or Object.keys). Its properties are not known while the program runs.",
        hint: "Use the properties inside a callback:\n    output.apply((value) => ({ ...value, … }))",
        ...positionBelow(coercionGuards.listKeys),
      }),
    );
  },
  findKey(key: string, below: Callable): never {
    throw new DiagnosticError(
      problem("sdk/output-iterated", {
        detail: `The operator "in" tested an Output for the property ${JSON.stringify(key)}. Its properties are not known while the program runs.`,
        hint: `Test inside a callback:\n    output.apply((value) => ${JSON.stringify(key)} in value)`,
        ...positionBelow(below),
      }),
    );
  },
};

/** The error for a resource class that does not define its own `toString`. */
export function resourceAsText(resource: object, below: Callable): DiagnosticError {
  return new DiagnosticError(
    problem("sdk/resource-as-text", {
      detail: `The resource ${named(resource)} was used as a string, a number or a key. Its id and outputs are not known while the program runs.`,
      hint: "To use its id in text:\n    coconut.interpolate`…${resource}…`\nTo use another property:\n    coconut.interpolate`…${resource.property}…`",
      resource: registrationOf(resource).urn,
      ...positionBelow(below),
    }),
  );
}

export function resourceAsJson(resource: object, below: Callable): DiagnosticError {
  return new DiagnosticError(
    problem("sdk/resource-as-json", {
      detail: `JSON.stringify was given the resource ${named(resource)}. Its id and outputs are not known while the program runs.`,
      hint: "Use the function that writes the id of a resource:\n    coconut.jsonStringify(value)",
      resource: registrationOf(resource).urn,
      ...positionBelow(below),
    }),
  );
}

function named(resource: object): string {
  const { type, name } = registrationOf(resource);
  return `${type} ${JSON.stringify(name)}`;
}

function usage(hint: string): string {
  switch (hint) {
    case "number":
      return "An Output was compared or used in arithmetic.";
    case "string":
      return "An Output was used in a template string or as a key.";
    default:
      return "An Output was added with + or compared with ==.";
  }
}

function asText(detail: string, below: Callable): DiagnosticError {
  return new DiagnosticError(
    problem("sdk/output-as-text", {
      detail: `${detail} Its value is not known while the program runs.`,
      hint: "To build text:\n    coconut.interpolate`…${output}…`\nFor anything else:\n    output.apply((value) => …)",
      ...positionBelow(below),
    }),
  );
}
