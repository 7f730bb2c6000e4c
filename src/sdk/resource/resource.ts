import type { Registration } from "../../model/index.js";
import { resourceAsJson, resourceAsText } from "../output/coercion-guard.js";
import type { Output } from "../output/output.js";
import { propertyOutput } from "./output-fields.js";
import { registerResource } from "./register-resource.js";
import { registrationKey, resourceClassKey } from "../recording/brands.js";
import type { ResourceOptions } from "./resource-options.js";

/**
 * Anything the engine manages. Constructing one records it in the program that is running; its `urn`, and the
 * other fields that the engine fills, are Outputs from that moment.
 *
 * Usually a class extends `CustomResource` or `ComponentResource`. One that extends `Resource` directly is a
 * custom resource if a loaded provider implements its type, else a component.
 */
export abstract class Resource {
  /** @internal */
  static readonly [resourceClassKey] = true;

  /** @internal */
  declare readonly [registrationKey]: Registration;

  constructor(name: string, args?: object, options?: ResourceOptions);
  constructor(type: string, name: string, args?: object, options?: ResourceOptions);
  constructor(...parameters: readonly unknown[]) {
    // What is returned is what a subclass has as `this`: its output fields are filled right after super().
    return registerResource(this, new.target, parameters);
  }

  /** The name of this resource in the whole of the engine: `urn:pulumi:<stack>::<project>::<type>::<name>`. */
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
