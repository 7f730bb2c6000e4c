/**
 * Generic access to Terraform providers, for any provider that coconut.json names: classes for resources and provider
 * configurations, and functions for data sources, provider functions and ephemeral resources. Types of inputs and outputs are
 * not checked here; the provider checks the inputs when it plans.
 *
 * Imports: sdk. Only names types and tokens. Never starts a provider.
 *
 * ```ts
 * import * as terraform from "@coconut/coconut/terraform";
 *
 * const Password = terraform.resource("random_password");
 * const db = new Password("db", { length: 24 });
 * ```
 */
export {
  dataSource,
  ephemeralResource,
  providerFunction,
  type TerraformFunctionOptions,
} from "./functions.js";
export type { TerraformPackage } from "./package-name.js";
export { provider, type TerraformProviderClass } from "./provider-class.js";
export { resource, type TerraformResource, type TerraformResourceClass } from "./resource-class.js";
