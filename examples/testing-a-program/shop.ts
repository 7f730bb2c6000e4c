import * as coconut from "@coconut/coconut";
import { Bucket, Key, Site } from "./cloud.js";

/** Files, and the site that shows them. */
export class Shop extends coconut.ComponentResource {
  readonly url: coconut.Output<string>;

  constructor(name: string, args: { readonly title: string }, options?: coconut.ResourceOptions) {
    super("shop:index:Shop", name, args, options);
    const files = new Bucket("files", { name: `${name}-files`, acl: "private" }, { parent: this });
    const site = new Site("site", { name, bucket: files.id, title: args.title }, { parent: this });
    this.url = site.url;
    this.registerOutputs({ url: site.url });
  }
}

/** The program: a function, so that a test can run it as often as it likes. */
export function program() {
  const config = new coconut.Config();
  const shop = new Shop("front", { title: config.get("title", "Shop") });
  if (coconut.getStack() === "prod") new Bucket("backup", { name: "backup", region: "us" });
  const passphrase = config.getSecret("passphrase");
  const key = passphrase === undefined ? undefined : new Key("key", { name: "key", passphrase });
  return { address: coconut.interpolate`${shop.url}/`, key: key?.material };
}
