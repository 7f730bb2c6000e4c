import { isReference, mapValue, printUrn, referenceTo, type ValueObject } from "../../model/index.js";

/** What all URNs of a stack have in common. */
export interface StackPart {
  /** The environment, with its namespace if it has one. */
  readonly stack: string;
  readonly project: string;
}

/** The URN of the same resource in another stack. */
export function movedUrn(urn: string, from: StackPart, to: StackPart): string {
  const start = startOf(from);
  return urn.startsWith(start) ? `${startOf(to)}${urn.slice(start.length)}` : urn;
}

/** References follow their resources into the stack; text that happens to be a URN is the world's. */
export function movedValues(values: ValueObject, from: StackPart, to: StackPart): ValueObject {
  return mapValue(values, (part) =>
    isReference(part) ? referenceTo({ ...part, urn: movedUrn(part.urn, from, to) }) : part,
  ) as ValueObject;
}

function startOf({ stack, project }: StackPart): string {
  return printUrn({ stack, project, types: [""], name: "" }).slice(0, -"::".length);
}
