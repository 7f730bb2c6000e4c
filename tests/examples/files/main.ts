import * as coconut from "@coconut/coconut";
import { File } from "./disk.js";

const config = new coconut.Config();
const title = config.get("title") ?? "A small site";

/** A page, and beside it a file with its fingerprint. */
class Page extends coconut.ComponentResource {
  readonly html: InstanceType<typeof File>;

  constructor(name: string, args: { readonly body: coconut.Input<string> }) {
    super("site:index:Page", name, args);
    const content = coconut.interpolate`<!doctype html>\n<title>${title}</title>\n<p>${args.body}</p>\n`;
    this.html = new File(`${name}-html`, { path: `site/${name}.html`, content }, { parent: this });
    const print = new File(
      `${name}-print`,
      { path: `site/${name}.sha256`, content: coconut.interpolate`${this.html.sha256}\n` },
      { parent: this },
    );
    this.registerOutputs({ path: this.html.path, print: print.path });
  }
}

const about = new Page("about", { body: "Made of files." });
const index = new Page("index", {
  body: about.html.sha256.apply((sha256) => `The page about this has ${sha256.length / 2} bytes of print.`),
});

export const pages = [index.html.path, about.html.path];
export const bytes = coconut.all([index.html.size, about.html.size]).apply(([a, b]) => a + b);
