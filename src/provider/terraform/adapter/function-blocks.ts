import type { CtyObject, CtyType, CtyValue } from "../../../terraform/cty/index.js";
import { typeOfBlock, type Attribute, type Block } from "../../../terraform/schema/index.js";
import type { DynamicBytes, FunctionSignature } from "../protocol/index.js";
import { bytesOf } from "./session.js";

/** Returns the parameters of a function as a block, so that programs give arguments by name. A variadic one is a list. */
export function parameterBlock({ parameters, variadic }: FunctionSignature): Block {
  const named = parameters.map(({ name, type, allowsNull, description }) =>
    attribute(name, type, !allowsNull, description),
  );
  const rest =
    variadic === undefined
      ? []
      : [
          attribute(
            variadic.name,
            { kind: "list", element: variadic.type } as const,
            false,
            variadic.description,
          ),
        ];
  return blockOf([...named, ...rest]);
}

/** Returns a block with the attribute `result`. */
export function resultBlock({ result }: FunctionSignature): Block {
  return blockOf([{ ...attribute("result", result, false), optional: false, computed: true }]);
}

/** Returns the encoded arguments in their order. */
export function argumentsOf(
  { parameters, variadic }: FunctionSignature,
  given: CtyObject,
): readonly DynamicBytes[] {
  const named = parameters.map(({ name, type }) => bytesOf(type, given.get(name) ?? null));
  const rest = variadic === undefined ? [] : ((given.get(variadic.name) ?? []) as readonly CtyValue[]);
  return [...named, ...rest.map((value) => bytesOf(variadic!.type, value))];
}

function attribute(name: string, type: CtyType, required: boolean, description?: string): Attribute {
  return {
    name,
    type,
    description,
    required,
    optional: !required,
    computed: false,
    sensitive: false,
    writeOnly: false,
  };
}

function blockOf(attributes: readonly Attribute[]): Block {
  const members = { attributes: new Map(attributes.map((each) => [each.name, each])), blocks: new Map() };
  return { ...members, type: typeOfBlock(members) };
}
