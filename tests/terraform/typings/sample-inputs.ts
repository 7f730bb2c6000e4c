import type { Value, ValueObject } from "../../../src/model/index.js";
import {
  isComputedOnly,
  parameterBlock,
  placeOf,
  programName,
  type Block,
  type Member,
  type ObjectPlace,
  type Place,
} from "../../../src/terraform/schema/index.js";
import {
  planModules,
  type DescribedProvider,
  type PlannedExport,
} from "../../../src/terraform/typings/index.js";

/** Inputs in which every member is given that a program can give. */
export interface Sample {
  readonly planned: PlannedExport;
  readonly module: string;
  readonly block: Block;
  readonly inputs: ValueObject;
}

/** Returns two samples of each type of a provider: with blocks as arrays, and with single blocks as objects where that is typed. */
export function samplesOf(provider: DescribedProvider): readonly Sample[] {
  return planModules(provider).flatMap(({ path, exports }) =>
    exports.flatMap((planned) => {
      const block = blockOf(provider, planned);
      const leavesOut = (name: string) => planned.kind === "resource" && name === "id";
      return [false, true].map((asObjects) => ({
        planned,
        module: path.replace(/\/index$/, ""),
        block,
        inputs: sampleObject(placeOf(block), asObjects, leavesOut),
      }));
    }),
  );
}

function blockOf({ schemas }: DescribedProvider, { kind, type }: PlannedExport): Block {
  switch (kind) {
    case "provider":
      return schemas.provider.block;
    case "resource":
      return schemas.resource(type)!.block;
    case "data":
      return schemas.dataSource(type)!.block;
    case "ephemeral":
      return schemas.ephemeral(type)!.block;
    case "function":
      return parameterBlock(schemas.functions.get(type)!);
  }
}

function sampleObject(
  place: ObjectPlace,
  asObjects: boolean,
  leavesOut: (name: string) => boolean = () => false,
): ValueObject {
  const members = [...place.members.values()].filter(
    (member) => !isComputedOnly(member) && !leavesOut(member.name),
  );
  return Object.fromEntries(
    members.map((member) => [programName(place, member.name), sampleMember(member, asObjects)]),
  );
}

function sampleMember({ place, block }: Member, asObjects: boolean): Value {
  if (block === undefined || (place.kind !== "list" && place.kind !== "set"))
    return sampleValue(place, asObjects);
  const element = sampleValue(place.element, asObjects);
  if (asObjects && block.maxItems === 1) return element;
  return Array.from({ length: Math.max(1, block.minItems) }, () => element);
}

function sampleValue(place: Place, asObjects: boolean): Value {
  switch (place.kind) {
    case "string":
      return "text";
    case "number":
      return asObjects ? "12345678901234567890123" : 1.5;
    case "bool":
      return true;
    case "dynamic":
      return { any: [1, "text", null] };
    case "list":
    case "set":
      return [sampleValue(place.element, asObjects)];
    case "map":
      return { "a key": sampleValue(place.element, asObjects) };
    case "tuple":
      return place.elements.map((each) => sampleValue(each, asObjects));
    case "object":
      return sampleObject(place, asObjects);
  }
}

/**
 * Returns a program that gives all samples to what is generated. It compiles only if each has exactly the members of the arguments'
 * type.
 */
export function programOf(samples: readonly Sample[]): string {
  const modules = [...new Set(samples.map(({ module }) => module))];
  const head = [
    `import * as coconut from "@coconut/coconut";`,
    ...modules.map((module, index) => `import * as m${index} from "#tf/${module}";`),
    `type Args<F> = F extends coconut.ProviderFunction<infer A, any> ? A : never;`,
    `type ClassArgs<C extends abstract new (...args: never[]) => unknown> = NonNullable<ConstructorParameters<C>[0]>;`,
  ];
  const uses = samples.map(({ planned: { kind, name }, module, inputs }, index) => {
    const made = `m${modules.indexOf(module)}.${name}`;
    const isClass = kind === "resource" || kind === "provider";
    const type = isClass ? `ClassArgs<typeof ${made}>` : `Args<typeof ${made}>`;
    const use = isClass
      ? `new ${made}("name", sample${index}); new ${made}(sample${index}, {});`
      : `coconut.invokeOutput(${made}, sample${index}); void coconut.invoke(${made}, ${JSON.stringify(inputs)});`;
    return `const sample${index}: Required<${type}> = ${JSON.stringify(inputs)};\n${use}`;
  });
  return [...head, ...uses, ""].join("\n");
}
