import type { Output } from "../output/output.js";
import { propertyOutput } from "./output-fields.js";
import { CallSite } from "../recording/position.js";
import { kindKey } from "../recording/brands.js";
import { asReading } from "./register-resource.js";
import { Resource } from "./resource.js";
import type { ResourceOptions } from "./resource-options.js";
import type { Input } from "../output/shape.js";

/**
 * A resource that a provider creates, reads, updates and deletes. A subclass needs a constructor and the fields that it
 * declares. The fields are Outputs right after `super()`, however the compiler emits class fields.
 *
 * ```ts
 * class Bucket extends coconut.CustomResource {
 *   readonly arn!: coconut.Output<string>;
 *   constructor(name: string, args: BucketArgs, options?: coconut.ResourceOptions) {
 *     super("aws:s3:Bucket", name, args, options);
 *   }
 * }
 * ```
 *
 * If no schema of the type is loaded, every field that the constructor leaves unassigned becomes an Output. To declare
 * a field that is not an Output, give it an initializer, which may be `undefined`, or use `declare` and assign it
 * before it is read.
 */
export abstract class CustomResource extends Resource {
  /** @internal */
  static readonly [kindKey]: "custom" | "provider" = "custom";

  // oxlint-disable-next-line no-useless-constructor -- takes the other form of the base constructor's parameters away
  constructor(type: string, name: string, args?: object, options?: ResourceOptions) {
    super(type, name, args, options);
  }

  /** The id that the provider assigned to the object. Known after the object has been created or read. */
  get id(): Output<string> {
    return propertyOutput(this, "id");
  }

  /**
   * Reads an existing object that this stack does not own. Coconut never creates, changes or deletes it.
   *
   * ```ts
   * const logs = Bucket.get("logs", "company-logs");
   * ```
   */
  static get<R extends CustomResource>(
    this: new (name: string, args: never, options?: ResourceOptions) => R,
    name: string,
    id: Input<string>,
    options?: ResourceOptions,
  ): R {
    const site = new CallSite(CustomResource.get);
    return asReading({ target: this, id, site }, () => new this(name, {} as never, options));
  }
}
