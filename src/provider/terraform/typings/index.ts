/**
 * Writes the modules that are generated for Terraform providers into a project, and finds out whether they are current.
 *
 * Loads the code of the protocol only to read the schema of a provider.
 */
export { schemaOfProvider } from "./schema-of-provider.js";
export { areTypingsCurrent, hasTypings } from "./typings-stamp.js";
export { typingsImport, withImports } from "./with-imports.js";
export { removeTypings, writeTypings } from "./write-typings.js";
