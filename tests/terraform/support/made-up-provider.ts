import {
  boolType,
  dynamicType,
  numberType,
  stringType,
  type CtyType,
} from "../../../src/terraform/cty/index.js";
import type { Block, FunctionSignature, NestedBlock, Schema } from "../../../src/terraform/schema/index.js";
import type { DescribedProvider } from "../../../src/terraform/typings/index.js";
import {
  block,
  blocks,
  computed,
  nested,
  optional,
  optionalComputed,
  required,
  type Member,
} from "./schemas.js";

const list = (element: CtyType): CtyType => ({ kind: "list", element });
const set = (element: CtyType): CtyType => ({ kind: "set", element });
const map = (element: CtyType): CtyType => ({ kind: "map", element });
const object = (attributes: Readonly<Record<string, CtyType>>): CtyType => ({
  kind: "object",
  attributes: new Map(Object.entries(attributes)),
});

const counted =
  (make: (name: string) => NestedBlock, minItems: number, maxItems: number) =>
  (name: string): NestedBlock => ({ ...make(name), minItems, maxItems });

/** A resource type that has every construct of schemas. */
const everything = described(
  block({
    // Primitive types, and their flags.
    id: optionalComputed(),
    size: required(numberType, { description: "The size in GB.\n\nAt least `1`. Ends a comment: */" }),
    is_public: optional(boolType, { description: "  Whether everyone sees it.  \n" }),
    kms_key_arn: optionalComputed(),
    created_at: computed(stringType, { description: "@deprecated is no tag here." }),
    password: optional(stringType, { sensitive: true }),
    password_wo: optional(stringType, { sensitive: true, writeOnly: true }),
    old_name: optional(stringType, { deprecated: "Use `name`\ninstead." }),
    older_name: optional(stringType, { deprecated: "" }),
    // Collections, and types that need names.
    labels: optional(set(stringType)),
    matrix: optional(list(list(numberType))),
    tags: optional(map(stringType)),
    ports: computed(list(numberType)),
    origin: optional(object({ host_name: stringType, ports: list(numberType) })),
    origins: computed(list(object({ host_name: stringType, ports: list(numberType) }))),
    pair: optional({ kind: "tuple", elements: [stringType, object({ a: boolType })] }),
    manifest: optional(dynamicType),
    manifests: optional(map(dynamicType)),
    status: computed(dynamicType),
    // Names.
    urn: optional(),
    constructor: optional(),
    "x-y": optional(),
    fooBar: optional(),
    foo_bar: optional(),
    // Nested attributes. The second has the content of the first.
    rule: nested("list", ruleMembers()),
    rules: nested("map", ruleMembers()),
    owner: nested("single", { name: required(), serial: computed() }, { required: true }),
    report: nested("set", { line: computed(numberType) }, { computed: true }),
    // Blocks, one of them inside others.
    settings: counted(blocks("list", { mode: required(), ...step(2) }), 0, 1),
    network: counted(blocks("set", { cidr: required() }), 1, 0),
    disk: counted(blocks("list", { gb: optional(numberType) }), 2, 4),
    place: blocks("single", { zone: optional() }),
    must: counted(blocks("single", { zone: optional() }), 1, 1),
    limits: blocks("group", { cpu: optional(numberType) }),
    named: blocks("map", { value: optional() }),
    none: counted(blocks("list", {}), 0, 1),
    timeouts: blocks("single", { create: optional(), delete: optional() }),
  }),
  { description: "Has *everything*.", deprecated: "Use another type." },
);

function ruleMembers() {
  return { name: required(), serial: computed(), secret: optional(stringType, { sensitive: true }) };
}

/** Blocks in blocks, as a schema describes a recursive type. */
function step(depth: number): Readonly<Record<string, Member>> {
  return depth === 0
    ? { leaf: optional() }
    : { all_of: blocks("list", step(depth - 1)), any_of: blocks("list", step(depth - 1)) };
}

const greet: FunctionSignature = {
  parameters: [
    parameter("first_name", stringType),
    { ...parameter("greeting", stringType), allowsNull: true },
  ],
  variadic: parameter("more", numberType),
  result: object({ text: stringType, word_count: numberType }),
  summary: "Greets.",
  description: "Returns a greeting.",
  deprecated: "Use `hail`.",
};

function parameter(name: string, type: CtyType) {
  return { name, type, allowsNull: false, allowsUnknown: false, description: `The ${name}.` };
}

const simple = (members: Readonly<Record<string, Member>>) => block(members);

/** A provider with one of each, whose package has another name than its provider. */
export function madeUpProvider(packageName = "tf_made_up"): DescribedProvider {
  return describedProvider(packageName, "made-up", {
    provider: simple({
      region: required(stringType, { description: "The region." }),
      access_key: optional(stringType, { sensitive: true }),
    }),
    resources: { made_everything: everything, made_nothing: simple({ id: computed() }) },
    dataSources: {
      made_image: simple({
        id: computed(),
        name: required(),
        owner_id: optional(),
        filter: blocks("set", { name: required(), values: required(list(stringType)) }),
        found: computed(list(object({ image_id: stringType }))),
      }),
    },
    ephemeral: { made_token: simple({ name: optional(), token: computed(stringType, { sensitive: true }) }) },
    functions: { greet_all: greet, delete: { parameters: [], result: dynamicType } },
  });
}

export interface MadeUpTypes {
  readonly provider?: Block;
  readonly resources?: Readonly<Record<string, Block>>;
  readonly dataSources?: Readonly<Record<string, Block>>;
  readonly ephemeral?: Readonly<Record<string, Block>>;
  readonly functions?: Readonly<Record<string, FunctionSignature>>;
}

export function describedProvider(
  packageName: string,
  type: string,
  { provider = block({}), resources = {}, dataSources = {}, ephemeral = {}, functions = {} }: MadeUpTypes,
): DescribedProvider {
  const schemaIn = (blocks: Readonly<Record<string, Block>>) => (name: string) => {
    const found = blocks[name];
    return found && schemaOf(found);
  };
  return {
    package: packageName,
    type,
    version: "1.2.3",
    schemas: {
      provider: schemaOf(provider),
      resourceTypes: () => Object.keys(resources),
      resource: schemaIn(resources),
      dataSourceTypes: () => Object.keys(dataSources),
      dataSource: schemaIn(dataSources),
      ephemeralTypes: () => Object.keys(ephemeral),
      ephemeral: schemaIn(ephemeral),
      functions: new Map(Object.entries(functions)),
    },
  };
}

function schemaOf(found: Block): Schema {
  return { version: 0, block: found };
}

function described(found: Block, about: Pick<Block, "description" | "deprecated">): Block {
  return { ...found, ...about };
}
