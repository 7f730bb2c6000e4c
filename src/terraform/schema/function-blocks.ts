import type { CtyType } from "../cty/index.js";
import { typeOfBlock, type Attribute, type Block } from "./schema.js";

/** A function of a provider. */
export interface FunctionSignature {
  readonly parameters: readonly FunctionParameter[];
  /** The parameter for all further arguments. */
  readonly variadic?: FunctionParameter | undefined;
  readonly result: CtyType;
  readonly summary?: string | undefined;
  readonly description?: string | undefined;
  /** Set if it should no longer be used: the explanation. */
  readonly deprecated?: string | undefined;
}

export interface FunctionParameter {
  readonly name: string;
  readonly type: CtyType;
  readonly allowsNull: boolean;
  readonly allowsUnknown: boolean;
  readonly description?: string | undefined;
}

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
export function resultBlock({ result }: Pick<FunctionSignature, "result">): Block {
  return blockOf([{ ...attribute("result", result, false), optional: false, computed: true }]);
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
