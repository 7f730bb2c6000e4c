import { kindKey, remoteKey } from "../recording/brands.js";
import { Resource } from "./resource.js";
import type { ResourceOptions } from "./resource-options.js";

/**
 * A component whose contents a package constructs: the program passes its type and arguments, the package declares the
 * resources inside it. Its outputs are read like those of a custom resource.
 *
 * ```ts
 * class Site extends coconut.RemoteComponent {
 *   readonly url!: coconut.Output<string>;
 *   constructor(name: string, args: SiteArgs, options?: coconut.ResourceOptions) {
 *     super("shop:web:Site", name, args, options);
 *   }
 * }
 * ```
 */
export class RemoteComponent extends Resource {
  /** @internal */
  static readonly [kindKey] = "component";
  /** @internal */
  static readonly [remoteKey] = true;

  // oxlint-disable-next-line no-useless-constructor -- takes the other form of the base constructor's parameters away
  constructor(type: string, name: string, args?: object, options?: ResourceOptions) {
    super(type, name, args, options);
  }
}
