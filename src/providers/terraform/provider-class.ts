import { ProviderResource, type ResourceOptions } from "../../sdk/index.js";
import { packageNameOf, type TerraformPackage } from "./package-name.js";
import type { TerraformInputs } from "./resource-class.js";

/** The class of the configurations of a Terraform provider. */
export type TerraformProviderClass = new (
  name: string,
  config?: TerraformInputs,
  options?: ResourceOptions,
) => ProviderResource;

/**
 * Returns the class of the configurations of a Terraform provider. Each one is used by the resources that have it as their option
 * `provider`, and has a process of its own.
 *
 * ```ts
 * const Aws = terraform.provider("aws");
 * const frankfurt = new Aws("frankfurt", { region: "eu-central-1" });
 * ```
 */
export function provider(name: string, options: TerraformPackage = {}): TerraformProviderClass {
  const packageName = options.package ?? packageNameOf(name, "provider");
  const made = class extends ProviderResource {
    constructor(...parameters: readonly unknown[]) {
      super(packageName, ...(parameters as [string, object?, ResourceOptions?]));
    }
  };
  Object.defineProperty(made, "name", { value: name });
  return made;
}
