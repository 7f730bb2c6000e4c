import { boolType, numberType, stringType, type CtyType } from "../../src/terraform/cty/index.js";
import type { Block, Schema } from "../../src/terraform/schema/index.js";
import type { DescribedProvider } from "../../src/terraform/typings/index.js";
import {
  block,
  blocks,
  computed,
  optional,
  optionalComputed,
  required,
  type Member,
} from "../../tests/terraform/support/schemas.js";

/**
 * Returns a provider like the one of AWS: most types are small, a few have hundreds of members in blocks up to twelve levels deep.
 * Their schemas are made anew on each call, when they are requested.
 */
export function largeProvider(types: number): DescribedProvider {
  const names = Array.from({ length: types }, (_, index) => `aws_type_${index}`);
  const indexes = new Map(names.map((name, index) => [name, index]));
  return {
    package: "tf_aws",
    type: "aws",
    version: "1.0.0",
    schemas: {
      provider: schemaOf(block({ region: optional(), ...members(20, 0) })),
      resourceTypes: () => names,
      resource: (type) => schemaOf(typeAt(indexes.get(type)!, types)),
      dataSourceTypes: () => [],
      dataSource: () => undefined,
      ephemeralTypes: () => [],
      ephemeral: () => undefined,
      functions: new Map(),
    },
  };
}

function schemaOf(found: Block): Schema {
  return { version: 0, block: found };
}

/** The number of members grows slowly up to the last types, and fast among these. */
function typeAt(index: number, types: number): Block {
  const share = (index + 0.5) / types;
  const fromLargest = types - 1 - index;
  const large = fromLargest < 8 ? Math.round(280 / (fromLargest + 1)) : 0;
  const size = Math.max(4, Math.round(11 * Math.exp(0.62 * normalQuantile(share))), large);
  return block({ id: optionalComputed(), ...members(size, large > 0 ? 12 : index % 3) });
}

/** Attributes, of which one in three has a description, and blocks up to a depth, of which most may occur once. */
function members(size: number, depth: number): Readonly<Record<string, Member>> {
  const made: Record<string, Member> = {};
  const inside = depth === 0 ? 0 : Math.floor(size / 2);
  for (let index = 0; index < size - inside; index++)
    made[`some_attribute_${index}`] = attributes[index % attributes.length]!;
  if (inside < 2) return made;
  const groups = Math.max(1, Math.floor(inside / 12));
  for (let group = 0; group < groups; group++) {
    const share = Math.max(1, Math.floor(inside / groups));
    const nested = blocks("list", members(share, depth - 1));
    made[`block_of_attributes_${group}`] = (name) => ({ ...nested(name), maxItems: group % 3 === 0 ? 0 : 1 });
  }
  return made;
}

const description = "The identifier of the object in its region, or its name if the region has only one.";
const list: CtyType = { kind: "list", element: stringType };
const tags: CtyType = { kind: "map", element: stringType };

const attributes: readonly Member[] = [
  required(stringType, { description }),
  optional(),
  computed(),
  optionalComputed(stringType, { description }),
  optional(numberType),
  optional(boolType),
  optional(tags, { description }),
  computed(stringType),
  optional(list),
];

/** Returns the value below which a share of a standard normal distribution is, by an approximation of its inverse. */
function normalQuantile(share: number): number {
  const logit = Math.log(share / (1 - share));
  return logit / 1.702;
}
