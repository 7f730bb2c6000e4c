import {
  parsePropertyPath,
  printPropertyPath,
  wildcard,
  type PathSegment,
  type Wildcard,
} from "../../model/index.js";
import { Decimal, type CtyNumber, type CtyPath, type CtyStep } from "../cty/index.js";
import { placeOf, programName, type Member, type Place } from "./place.js";
import type { Block } from "./schema.js";

/** Returns the property path that programs know a place by. It ends at a set, whose elements have no address. */
export function programPath(block: Block, path: CtyPath): string {
  const segments: PathSegment[] = [];
  let at: Place | undefined = placeOf(block);
  for (const step of path) {
    if (at?.kind === "set" || "element" in step) break;
    if ("index" in step) {
      const index = indexOf(step.index);
      segments.push(index);
      at = at?.kind === "tuple" ? at.elements[index] : at?.kind === "list" ? at.element : undefined;
      continue;
    }
    const name = "attribute" in step ? step.attribute : step.key;
    if (at?.kind === "object") {
      segments.push(programName(at, name));
      at = at.members.get(name)?.place;
    } else {
      segments.push(name);
      at = at?.kind === "map" ? at.element : undefined;
    }
  }
  return printPropertyPath(segments);
}

/** A path into the values of a schema in which `wildcard` stands for every element of a list or a map. */
export type PathPattern = readonly (CtyStep | Wildcard)[];

/**
 * Returns the place that a property path of a program means, in either spelling. Undefined if the schema has no such place, or
 * values there have no address of their own because they are inside a set. Wildcards at the end are left out: they mean the
 * whole value. Throws a DiagnosticError if the text is not a property path.
 */
export function patternOf(block: Block, text: string): PathPattern | undefined {
  const segments = withoutLastWildcards(parsePropertyPath(text));
  const pattern: (CtyStep | Wildcard)[] = [];
  let member: Member | undefined;
  let at: Place | undefined = placeOf(block);
  for (const segment of segments) {
    // One object may be given for a list of blocks.
    if (at?.kind === "list" && typeof segment === "string" && member?.block !== undefined) {
      pattern.push({ index: 0 });
      at = at.element;
    }
    const next: Step | undefined = stepInto(at, segment);
    if (next === undefined) return undefined;
    pattern.push(next.step);
    ({ member, place: at } = next);
  }
  return pattern;
}

/** True if the path is at the place of the pattern, or inside it. */
export function containsCtyPath(pattern: PathPattern, path: CtyPath): boolean {
  return (
    pattern.length <= path.length &&
    pattern.every((step, index) => step === wildcard || addressOf(step) === addressOf(path[index]!))
  );
}

interface Step {
  readonly step: CtyStep | Wildcard;
  /** Undefined inside dynamic values, where any step is possible. */
  readonly place: Place | undefined;
  readonly member?: Member | undefined;
}

function stepInto(place: Place | undefined, segment: PathSegment): Step | undefined {
  switch (place?.kind) {
    case "object": {
      const name = typeof segment === "string" ? place.names.schema.get(segment) : undefined;
      const member = place.members.get(name ?? "");
      return member && { step: { attribute: member.name }, place: member.place, member };
    }
    case "map":
      if (segment === wildcard) return { step: wildcard, place: place.element };
      return { step: { key: String(segment) }, place: place.element };
    case "list":
      if (typeof segment === "string") return undefined;
      return { step: segment === wildcard ? wildcard : { index: segment }, place: place.element };
    case "tuple": {
      const element = typeof segment === "number" ? place.elements[segment] : undefined;
      return element && { step: { index: segment as number }, place: element };
    }
    case "dynamic":
    case undefined:
      if (segment === wildcard) return { step: wildcard, place: undefined };
      return {
        step: typeof segment === "string" ? { attribute: segment } : { index: segment },
        place: undefined,
      };
    default:
      return undefined;
  }
}

function withoutLastWildcards(path: readonly PathSegment[]): readonly PathSegment[] {
  return path.at(-1) === wildcard ? withoutLastWildcards(path.slice(0, -1)) : path;
}

/** Inside dynamic values, attributes of objects and keys of maps are the same. */
function addressOf(step: CtyStep): string | number | undefined {
  if ("attribute" in step) return step.attribute;
  if ("key" in step) return step.key;
  return "index" in step ? indexOf(step.index) : undefined;
}

function indexOf(index: CtyNumber): number {
  return Number(index instanceof Decimal ? index.text : index);
}
