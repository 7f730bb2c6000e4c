import { CtyFault, typeOfJsonText, type CtyType } from "../../../terraform/cty/index.js";

/** Thrown for a schema of a provider that is invalid. */
export class SchemaFault extends Error {
  override readonly name = "SchemaFault";

  /** @param where The place, such as `resource type aws_instance, block network, attribute ip`. */
  constructor(where: string, reason: string) {
    super(`invalid schema of ${where}: ${reason}`);
  }
}

/** Returns the type whose description is in a schema. */
export function typeOfBytes(bytes: Uint8Array, where: string): CtyType {
  try {
    return typeOfJsonText(decoder.decode(bytes));
  } catch (error) {
    if (error instanceof CtyFault) throw new SchemaFault(where, error.message);
    throw error;
  }
}

const decoder = new TextDecoder();
