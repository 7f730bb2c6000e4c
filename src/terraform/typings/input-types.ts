import { isComputedOnly, programName, type Member, type ObjectPlace, type Place } from "../schema/index.js";
import { docComment } from "./doc-comment.js";
import { memberName, pascalCase } from "./identifiers.js";
import { documentationOf } from "./member-documentation.js";
import { nothing, type ObjectTypes } from "./object-types.js";

/** Whether members are left out of the arguments although the schema would accept them. */
export interface InputRules {
  /** A member at the top that programs do not set. */
  readonly leavesOut?: (member: Member) => boolean;
  /** True if no member at the top needs to be given. */
  readonly allOptional?: boolean;
}

/** The arguments of a type. */
export interface DeclaredArguments {
  readonly name: string;
  /** True if none of them needs to be given. */
  readonly isOptional: boolean;
}

/** Declares the arguments of a type. Everything that they accept is accepted by `configurationOf`. */
export function declareArguments(
  types: ObjectTypes,
  name: string,
  place: ObjectPlace,
  { leavesOut = () => false, allOptional = false }: InputRules = {},
): DeclaredArguments {
  const members = [...place.members.values()].filter(
    (member) => !isComputedOnly(member) && !leavesOut(member),
  );
  const required = new Set(allOptional ? [] : place.required);
  return {
    name: types.declare(name, () => membersText(types, name.replace(/Args$/, ""), place, members, required)),
    isOptional: !members.some((member) => required.has(member)),
  };
}

function membersText(
  types: ObjectTypes,
  name: string,
  place: ObjectPlace,
  members: readonly Member[],
  required: ReadonlySet<Member>,
): string {
  return members
    .map((member) => {
      const own = programName(place, member.name);
      const isRequired = required.has(member);
      const text = memberInput(types, `${name}${pascalCase(member.name)}`, member);
      const type = isRequired ? inputOf(text) : inputOf(text, " | null | undefined");
      const about = documentationOf(member, own, "argument");
      const isElsewhere = !isRequired && place.required.includes(member);
      const notes = [...(about.notes ?? []), ...(isElsewhere ? [requiredElsewhere] : [])];
      const comment = docComment({ ...about, notes }, "  ");
      return `${comment}  ${memberName(own)}${isRequired ? "" : "?"}: ${type};\n`;
    })
    .join("");
}

/** For a configuration of a provider, whose arguments have environment variables. */
const requiredElsewhere = "Required, unless an environment variable sets it.";

/** Anything is a value of a dynamic place, an Output too. */
function inputOf(text: string, more = ""): string {
  return text === anything ? anything : `Input<${text}${more}>`;
}

const anything = "unknown";

function memberInput(types: ObjectTypes, name: string, { place, block }: Member): string {
  const isCollection = block !== undefined && (place.kind === "list" || place.kind === "set");
  if (!isCollection || block.maxItems !== 1) return inputText(types, name, place);
  const element = inputText(types, name, place.element);
  return `${element} | ${arrayOf(element)}`;
}

function inputText(types: ObjectTypes, name: string, place: Place): string {
  switch (place.kind) {
    case "string":
      return "string";
    case "number":
      return "number | string";
    case "bool":
      return "boolean";
    case "dynamic":
      return anything;
    case "list":
    case "set":
      return arrayOf(inputText(types, name, place.element));
    case "map":
      return `{ readonly [key: string]: ${inputOf(inputText(types, name, place.element))} }`;
    case "tuple":
      return `readonly [${place.elements.map((each, index) => inputOf(inputText(types, `${name}${index + 1}`, each))).join(", ")}]`;
    case "object":
      return objectText(types, name, place);
  }
}

function arrayOf(element: string): string {
  return `readonly ${inputOf(element)}[]`;
}

function objectText(types: ObjectTypes, name: string, place: ObjectPlace): string {
  const members = [...place.members.values()];
  const settable = members.filter((member) => !isComputedOnly(member));
  const computed = members.filter(isComputedOnly);
  const text = membersText(types, name, place, settable, new Set(place.required)) + refused(place, computed);
  return text === "" ? nothing : types.nameOf(`${name}Args`, text);
}

/** Members that only the provider sets. Without them, an output of another resource would be accepted, which has them. */
function refused(place: ObjectPlace, members: readonly Member[]): string {
  return members
    .map(
      ({ name }) =>
        `  /** Only the provider sets it. */\n  ${memberName(programName(place, name))}?: never;\n`,
    )
    .join("");
}
