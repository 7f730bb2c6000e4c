import { DiagnosticError } from "../../../model/index.js";
import type { DescribedSchemas } from "../../../terraform/typings/index.js";
import { SchemaFault } from "../protocol/index.js";
import { noSchema, readSchema, type ProviderProgram } from "./open-package.js";

/**
 * Starts a provider, reads its schemas and ends it. The schema of a type is decoded when it is requested. Throws a DiagnosticError if
 * the program cannot be used, and also later for a schema that is invalid.
 */
export async function readSchemas(program: ProviderProgram): Promise<DescribedSchemas> {
  const { schema, title } = await readSchema(program);
  return {
    provider: schema.provider,
    resourceTypes: () => schema.resourceTypes(),
    resource: (type) => decoded(() => schema.resource(type)),
    dataSourceTypes: () => schema.dataSourceTypes(),
    dataSource: (type) => decoded(() => schema.dataSource(type)),
    ephemeralTypes: () => schema.ephemeralTypes(),
    ephemeral: (type) => decoded(() => schema.ephemeral(type)),
    functions: schema.functions,
  };

  function decoded<Result>(decode: () => Result): Result {
    try {
      return decode();
    } catch (error) {
      if (error instanceof SchemaFault) throw new DiagnosticError(noSchema(title, error.message));
      throw error;
    }
  }
}
