import { CustomResource, type Output, type ResourceOptions } from "../../sdk/index.js";
import { packageNameOf, type TerraformPackage } from "./package-name.js";

/** A resource of a Terraform provider. Every attribute of its type is an Output, under its camelCase name. */
export type TerraformResource<Attributes extends object = AnyAttributes> = CustomResource & {
  readonly [Name in keyof Attributes]: Output<Attributes[Name]>;
};

/** The class of a Terraform resource type. */
export interface TerraformResourceClass<Attributes extends object = AnyAttributes> {
  new (name: string, args?: TerraformInputs, options?: ResourceOptions): TerraformResource<Attributes>;
  new (args?: TerraformInputs, options?: ResourceOptions): TerraformResource<Attributes>;
  /** Reads an existing object that this stack does not own. The id is the one that the type imports by. */
  get(name: string, id: string | Output<string>, options?: ResourceOptions): TerraformResource<Attributes>;
}

type AnyAttributes = { readonly [name: string]: any };

/** Inputs by the camelCase or the Terraform name of each argument. Values may be Outputs. */
export interface TerraformInputs {
  readonly [name: string]: unknown;
}

/**
 * Returns the class of a Terraform resource type. Its arguments and outputs have the names of the Terraform documentation in
 * camelCase; the snake_case names are accepted too. A type parameter gives the types of the attributes that the program reads.
 *
 * ```ts
 * const Password = terraform.resource<{ result: string }>("random_password");
 * const password = new Password("db", { length: 24 });
 * ```
 */
export function resource<Attributes extends object = AnyAttributes>(
  type: string,
  options: TerraformPackage = {},
): TerraformResourceClass<Attributes> {
  const token = `${options.package ?? packageNameOf(type, "type")}:${type}`;
  const made = class extends CustomResource {
    constructor(...parameters: readonly unknown[]) {
      super(token, ...(parameters as [string, object?, ResourceOptions?]));
    }
  };
  Object.defineProperty(made, "name", { value: type });
  return made as unknown as TerraformResourceClass<Attributes>;
}
