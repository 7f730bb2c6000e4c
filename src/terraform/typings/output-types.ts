import { isComputedOnly, programName, type Member, type ObjectPlace, type Place } from "../schema/index.js";
import { docComment } from "./doc-comment.js";
import { memberName, pascalCase } from "./identifiers.js";
import { documentationOf } from "./member-documentation.js";
import type { ObjectTypes } from "./object-types.js";

/** Declares the result of reading a type. Returns the name of its interface. */
export function declareResult(types: ObjectTypes, name: string, place: ObjectPlace): string {
  return types.declare(name, () =>
    membersText(types, name.replace(/Result$/, ""), place, false, (text) => text),
  );
}

/** Returns the type of a function's result. */
export function functionResult(types: ObjectTypes, name: string, place: Place): string {
  return `{ readonly result: ${outputText(types, name, place, false)} }`;
}

/** Returns the properties of a resource class, one line or more for each. `id` is a property of all classes. */
export function resourceProperties(types: ObjectTypes, name: string, place: ObjectPlace): string {
  return membersText(types, name, place, false, (text) => `Output<${text}>`, "id");
}

function membersText(
  types: ObjectTypes,
  name: string,
  place: ObjectPlace,
  isSettable: boolean,
  wrapped: (text: string) => string,
  except?: string,
): string {
  return [...place.members.values()]
    .flatMap((member) => {
      const own = programName(place, member.name);
      // No result has a write-only attribute.
      if (own === except || member.attribute?.writeOnly === true) return [];
      const isChosen = member.attribute === undefined ? isSettable : !isComputedOnly(member);
      const text = outputText(types, `${name}${pascalCase(member.name)}`, member.place, isChosen);
      const type = mayBeNull(member, isSettable) && text !== anything ? `${text} | null` : text;
      const comment = docComment(documentationOf(member, own, "result"), "  ");
      return `${comment}  readonly ${memberName(own)}: ${wrapped(type)};\n`;
    })
    .join("");
}

/**
 * True for what the program may leave out and the provider does not set. Computed attributes may be null too, but most are not, and
 * their schema does not say it. `isSettable` is for members of plain object types, which have no schema of their own.
 */
function mayBeNull({ attribute, block }: Member, isSettable: boolean): boolean {
  if (block !== undefined) return block.nesting === "single" && block.minItems === 0;
  if (attribute === undefined) return isSettable;
  return !attribute.required && !attribute.computed;
}

const anything = "any";

function outputText(types: ObjectTypes, name: string, place: Place, isSettable: boolean): string {
  switch (place.kind) {
    case "string":
    case "number":
      return place.kind;
    case "bool":
      return "boolean";
    case "dynamic":
      return anything;
    case "list":
    case "set":
      return `${outputText(types, name, place.element, isSettable)}[]`;
    case "map":
      return `{ [key: string]: ${outputText(types, name, place.element, isSettable)} }`;
    case "tuple":
      return `[${place.elements.map((each, index) => outputText(types, `${name}${index + 1}`, each, isSettable)).join(", ")}]`;
    case "object":
      return types.nameOf(
        name,
        membersText(types, name, place, isSettable, (text) => text),
      );
  }
}
