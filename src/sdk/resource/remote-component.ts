import { kindKey, remoteKey } from "../recording/brands.js";
import { Resource } from "./resource.js";
import type { ResourceOptions } from "./resource-options.js";

/**
 * A component that a package makes: the program names its type and gives arguments, the package makes what is in it.
 * What it offers are Outputs, read like those of a custom resource.
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
