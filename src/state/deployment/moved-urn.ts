import { isReference, mapValue, printUrn, referenceTo, type ValueObject } from "../../model/index.js";

/** The part that all URNs of a stack share. */
export interface StackPart {
  /** The environment, with its namespace if it has one. */
  readonly stack: string;
  readonly project: string;
}

/** Returns the URN of the same resource in another stack. */
export function movedUrn(urn: string, from: StackPart, to: StackPart): string {
  const start = startOf(from);
  return urn.startsWith(start) ? `${startOf(to)}${urn.slice(start.length)}` : urn;
}

/** Only references are rewritten. A string that merely looks like a URN stays unchanged. */
export function movedValues(values: ValueObject, from: StackPart, to: StackPart): ValueObject {
  return mapValue(values, (part) =>
    isReference(part) ? referenceTo({ ...part, urn: movedUrn(part.urn, from, to) }) : part,
  ) as ValueObject;
}

function startOf({ stack, project }: StackPart): string {
  return printUrn({ stack, project, types: [""], name: "" }).slice(0, -"::".length);
}
