import type { FunctionParameter, FunctionSignature } from "../../../terraform/schema/index.js";
import type { Function as FunctionMessage, Function_Parameter } from "./generated/tfplugin_pb.js";
import { SchemaFault, typeOfBytes } from "./schema-fault.js";

/** Returns the functions of a provider by name. Throws a `SchemaFault`. */
export function functionsOf(found: {
  readonly [name: string]: FunctionMessage;
}): ReadonlyMap<string, FunctionSignature> {
  return new Map(
    Object.entries(found).map(([name, message]) => [name, signatureOf(message, `function ${name}`)]),
  );
}

function signatureOf(found: FunctionMessage, where: string): FunctionSignature {
  const { parameters, variadicParameter, return: result, summary, description, deprecationMessage } = found;
  if (result === undefined) throw new SchemaFault(where, "it returns nothing");
  return {
    parameters: parameters.map((parameter, index) => parameterOf(parameter, `${where}, parameter ${index}`)),
    ...(variadicParameter && { variadic: parameterOf(variadicParameter, `${where}, variadic parameter`) }),
    result: typeOfBytes(result.type, `${where}, result`),
    ...(summary !== "" && { summary }),
    ...(description !== "" && { description }),
    ...(deprecationMessage !== "" && { deprecated: deprecationMessage }),
  };
}

function parameterOf(found: Function_Parameter, where: string): FunctionParameter {
  const { name, type, allowNullValue, allowUnknownValues, description } = found;
  return {
    name,
    type: typeOfBytes(type, where),
    allowsNull: allowNullValue,
    allowsUnknown: allowUnknownValues,
    ...(description !== "" && { description }),
  };
}
