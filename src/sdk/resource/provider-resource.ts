import { providerType } from "../../model/index.js";
import { CustomResource } from "./custom-resource.js";
import { kindKey } from "../recording/brands.js";
import type { ResourceOptions } from "./resource-options.js";

/**
 * The configuration of a provider as a resource: several can be used side by side, and a configuration may
 * come from other resources. Pass it to others with the option `provider` or `providers`.
 */
export abstract class ProviderResource extends CustomResource {
  /** @internal */
  static override readonly [kindKey] = "provider";

  constructor(packageName: string, name: string, config?: object, options?: ResourceOptions) {
    super(providerType(packageName), name, config, options);
  }
}
