import type { Registration } from "../../model/index.js";
import { resourceAsJson, resourceAsText } from "../output/coercion-guard.js";
import type { Output } from "../output/output.js";
import { propertyOutput } from "./output-fields.js";
import { registerResource } from "./register-resource.js";
import { registrationKey, resourceClassKey } from "../recording/brands.js";
import type { ResourceOptions } from "./resource-options.js";

/**
 * The base class of everything that the engine manages. Constructing a resource records it in the running program. Its
 * `urn`, and the other fields that the engine provides, are Outputs from then on.
 *
 * Most classes extend `CustomResource` or `ComponentResource`. A class that extends `Resource` directly is a custom
 * resource if a loaded provider implements its type, else a component.
 */
export abstract class Resource {
  /** @internal */
  static readonly [resourceClassKey] = true;

  /** @internal */
  declare readonly [registrationKey]: Registration;

  constructor(name: string, args?: object, options?: ResourceOptions);
  constructor(type: string, name: string, args?: object, options?: ResourceOptions);
  constructor(...parameters: readonly unknown[]) {
    // The returned object becomes `this` of a subclass, so its output fields work right after super().
    return registerResource(this, new.target, parameters);
  }

  /** The unique name of the resource: `urn:pulumi:<stack>::<project>::<type>::<name>`. */
  get urn(): Output<string> {
    return propertyOutput(this, "urn");
  }

  /** @internal */
  toString(): string {
    throw resourceAsText(this, Resource.prototype.toString);
  }

  /** @internal */
  toJSON(): unknown {
    throw resourceAsJson(this, Resource.prototype.toJSON);
  }
}
