import { DiagnosticError } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import { positionBelow, type Callable } from "../recording/position.js";
import { registrationOf } from "../recording/brands.js";

/**
 * What an Output answers when JavaScript asks it for a primitive, for JSON, for its elements or keys. Its value is
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
        ...positionBelow(coercionGuards.toJSON),
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
  listKeys(): never {
    throw new DiagnosticError(
      problem("sdk/output-iterated", {
        detail:
          "The keys of an Output were listed (object spread, for…in or Object.keys). Which properties it has is not known while the program runs.",
        hint: "Work on the properties inside a callback:\n    output.apply((value) => ({ ...value, … }))",
        ...positionBelow(coercionGuards.listKeys),
      }),
    );
  },
  findKey(key: string, below: Callable): never {
    throw new DiagnosticError(
      problem("sdk/output-iterated", {
        detail: `An Output was asked whether it has the property ${JSON.stringify(key)}. Which properties it has is not known while the program runs.`,
        hint: `Ask inside a callback:\n    output.apply((value) => ${JSON.stringify(key)} in value)`,
        ...positionBelow(below),
      }),
    );
  },
};

/** A class of the user's may define its own `toString` and `toJSON`; without them these are thrown. */
export function resourceAsText(resource: object, below: Callable): DiagnosticError {
  return new DiagnosticError(
    problem("sdk/resource-as-text", {
      detail: `The resource ${named(resource)} was used as text, as a number or as a key. Nothing of it that the world knows is there while the program runs.`,
      hint: "For its id in a text:\n    coconut.interpolate`…${resource}…`\nfor another of its properties:\n    coconut.interpolate`…${resource.property}…`",
      resource: registrationOf(resource).urn,
      ...positionBelow(below),
    }),
  );
}

export function resourceAsJson(resource: object, below: Callable): DiagnosticError {
  return new DiagnosticError(
    problem("sdk/resource-as-json", {
      detail: `JSON.stringify met the resource ${named(resource)}. Nothing of it that the world knows is there while the program runs.`,
      hint: "Use the function that puts its id in the place of a resource:\n    coconut.jsonStringify(value)",
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
      return "An Output was put into a template string or used as a key.";
    default:
      return "An Output was added with + or compared with ==.";
  }
}

function asText(detail: string, below: Callable): DiagnosticError {
  return new DiagnosticError(
    problem("sdk/output-as-text", {
      detail: `${detail} Its value is not known while the program runs.`,
      hint: "For text:\n    coconut.interpolate`…${output}…`\nfor anything else:\n    output.apply((value) => …)",
      ...positionBelow(below),
    }),
  );
}
