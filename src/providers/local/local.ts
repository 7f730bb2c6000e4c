import * as v from "valibot";
import { defineProvider } from "../../provider/index.js";
import { ProviderResource, type Input, type ResourceOptions } from "../../sdk/index.js";
import { LocalDisk } from "./disk/index.js";

/** The provider of files, folders and links of this machine. A project that needs one `root` only configures it as a whole. */
export const local = defineProvider({
  package: "local",
  version: "1.0.0",
  config: {
    /** What relative paths begin at, from the project folder. */
    root: v.optional(v.string(), "."),
    /** Where it notes what a create is about to make, from the project folder. */
    records: v.optional(v.string(), ".coconut/local"),
  },
  connect: (settings) => new LocalDisk(process.cwd(), settings),
});

/**
 * Another configuration of the provider, for resources that are given it.
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
