import { providerType } from "../../model/index.js";
import { CustomResource } from "./custom-resource.js";
import { kindKey } from "../recording/brands.js";
import type { ResourceOptions } from "./resource-options.js";

/**
 * A provider configuration as a resource. A program can use several configurations of one provider, and a configuration
 * may come from other resources. Pass it to resources with the option `provider` or `providers`.
 */
export abstract class ProviderResource extends CustomResource {
  /** @internal */
  static override readonly [kindKey] = "provider";

  constructor(packageName: string, name: string, config?: object, options?: ResourceOptions) {
    super(providerType(packageName), name, config, options);
  }
}
