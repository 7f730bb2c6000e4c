import type { DescribedSchemas } from "../../../terraform/typings/index.js";
import type { ProviderProgram } from "../adapter/index.js";

/**
 * Starts a provider, reads its schemas and ends it. The schema of a type is decoded when it is requested. Throws a DiagnosticError if
 * the program cannot be used, and also later for a schema that is invalid.
 */
export async function schemaOfProvider(program: ProviderProgram): Promise<DescribedSchemas> {
  const { readSchemas } = await import("../adapter/index.js");
  return readSchemas(program);
}
