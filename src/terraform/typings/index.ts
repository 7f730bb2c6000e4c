/**
 * The TypeScript modules that are generated for a provider, and the fields of its types as data.
 *
 * Pure. Imports: nothing.
 */
export { describeType, type DescribedType } from "./describe-type.js";
export type { DescribedProvider, DescribedSchemas, TypingsFile } from "./described-provider.js";
export { importName, planModules, type PlannedExport } from "./plan-modules.js";
export { packageMembers, type Member, type PackageMember } from "./package-members.js";
export { typingsOf, typingsRevision } from "./typings-of.js";
