import type { Input, ProviderFunction } from "../../sdk/index.js";
import { packageNameOf, type TerraformPackage } from "./package-name.js";

/** The package of a function. */
export type TerraformFunctionOptions = TerraformPackage;

/** Arguments by the camelCase or the Terraform name of each one. */
type Arguments = { readonly [name: string]: Input<unknown> };

type Result = { readonly [name: string]: any };

/**
 * Returns a data source as a function for `invoke` and `invokeOutput`.
 *
 * ```ts
 * const ami = coconut.invokeOutput(terraform.dataSource("aws_ami"), { owners: ["self"] });
 * ```
 */
export function dataSource<Attributes = Result>(
  type: string,
  options: TerraformFunctionOptions = {},
): ProviderFunction<Arguments, Attributes> {
  return { token: `${options.package ?? packageNameOf(type, "type")}:data:${type}` };
}

/**
 * Returns a function of a Terraform provider for `invoke` and `invokeOutput`. Arguments are given by the names of its parameters;
 * the result is the property `result`.
 *
 * ```ts
 * const parsed = coconut.invokeOutput(terraform.providerFunction("time", "duration_parse"), { duration: "90m" });
 * ```
 */
export function providerFunction<Returned = { readonly result: Result[string] }>(
  provider: string,
  name: string,
  options: TerraformFunctionOptions = {},
): ProviderFunction<Arguments, Returned> {
  return { token: `${options.package ?? packageNameOf(provider, "provider")}:fn:${name}` };
}

/**
 * Returns an ephemeral resource as a function for `invoke` and `invokeOutput`. Its result may be used for write-only inputs and
 * provider configurations, and is never stored. It is closed at the end of the command.
 *
 * ```ts
 * const { token } = coconut.invokeOutput(terraform.ephemeralResource("vault_token"), {});
 * ```
 */
export function ephemeralResource<Attributes = Result>(
  type: string,
  options: TerraformFunctionOptions = {},
): ProviderFunction<Arguments, Attributes> {
  return { token: `${options.package ?? packageNameOf(type, "type")}:ephemeral:${type}` };
}
