import * as v from "valibot";
import { defineProvider } from "../../provider/index.js";
import { ProviderResource, type Input, type ResourceOptions } from "../../sdk/index.js";
import { LocalDisk } from "./disk/index.js";

/**
 * The provider of files, folders and links on this machine. Set `local:root` in the configuration if all resources
 * share one root.
 */
export const local = defineProvider({
  package: "local",
  version: "1.0.0",
  config: {
    /** The folder that relative paths start from, relative to the project folder. Default: the project folder. */
    root: v.optional(v.string(), "."),
    /** The folder for the records of creates, relative to the project folder. Default: `.coconut/local`. */
    records: v.optional(v.string(), ".coconut/local"),
  },
  connect: (settings) => new LocalDisk(process.cwd(), settings),
});

/**
 * Another configuration of the provider, for resources that use it as their `provider`.
 *
 * ```ts
 * const system = new LocalProvider("system", { root: "/srv" });
 * new File("motd", { path: "motd.txt", content: "Hello\n" }, { provider: system });
 * ```
 */
export class LocalProvider extends ProviderResource {
  constructor(
    name: string,
    settings: { readonly root?: Input<string>; readonly records?: Input<string> },
    options?: ResourceOptions,
  ) {
    super("local", name, settings, options);
  }
}
