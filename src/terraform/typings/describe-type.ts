import {
  isComputedOnly,
  placeOf,
  programName,
  type ObjectPlace,
  type Place,
  type Schema,
} from "../schema/index.js";

/** A type of a provider as data, for commands that show it. */
export interface DescribedType {
  readonly description?: string;
  /** Set if it should no longer be used: the explanation, which may be empty. */
  readonly deprecated?: string;
  readonly members: readonly DescribedMember[];
}

/** An attribute or a block. */
export interface DescribedMember {
  /** The name in programs. */
  readonly name: string;
  readonly terraformName: string;
  /** The type as programs see it: `string`, `number[]`, `{ [key: string]: string }`, `object[]`. */
  readonly type: string;
  readonly isBlock: boolean;
  /** The limits of the number of blocks, if there are any. */
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly required: boolean;
  readonly optional: boolean;
  /** True if the provider may set it. If it is not optional, only the provider does. */
  readonly computed: boolean;
  readonly sensitive: boolean;
  readonly writeOnly: boolean;
  readonly deprecated?: string;
  readonly description?: string;
  /** The members of the objects in it, if it has any. */
  readonly members?: readonly DescribedMember[];
}

/** Describes the fields of a resource type, a data source, an ephemeral resource or a provider configuration. */
export function describeType({ block }: Schema): DescribedType {
  const { description, deprecated } = block;
  return {
    ...(description !== undefined && { description }),
    ...(deprecated !== undefined && { deprecated }),
    members: membersOf(placeOf(block)),
  };
}

function membersOf(place: ObjectPlace): readonly DescribedMember[] {
  const required = new Set(place.required);
  return [...place.members.values()].map((member) => {
    const { name, attribute, block } = member;
    const { description, deprecated } = attribute ?? block?.block ?? {};
    const inside = objectIn(member.place);
    const isRequired = required.has(member);
    return {
      name: programName(place, name),
      terraformName: name,
      type: typeText(member.place),
      isBlock: block !== undefined,
      ...(block !== undefined && block.minItems > 0 && { minItems: block.minItems }),
      ...(block !== undefined && block.maxItems > 0 && { maxItems: block.maxItems }),
      required: isRequired,
      optional: !isRequired && !isComputedOnly(member),
      computed: attribute?.computed === true,
      sensitive: attribute?.sensitive === true,
      writeOnly: attribute?.writeOnly === true,
      ...(deprecated !== undefined && { deprecated }),
      ...(description !== undefined && { description }),
      ...(inside !== undefined && { members: membersOf(inside) }),
    };
  });
}

/** Returns the object type of the innermost elements; undefined if they are no objects. */
function objectIn(place: Place): ObjectPlace | undefined {
  if (place.kind === "object") return place;
  return "element" in place ? objectIn(place.element) : undefined;
}

function typeText(place: Place): string {
  switch (place.kind) {
    case "bool":
      return "boolean";
    case "dynamic":
      return "any";
    case "list":
    case "set":
      return `${typeText(place.element)}[]`;
    case "map":
      return `{ [key: string]: ${typeText(place.element)} }`;
    case "tuple":
      return `[${place.elements.map(typeText).join(", ")}]`;
    default:
      return place.kind;
  }
}
