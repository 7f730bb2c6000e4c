import * as coconut from "@coconut/coconut";
import { Directory, File } from "@coconut/coconut/local";
import { layout } from "./layout.js";
import { readPages } from "./pages.js";

/** A folder that can be served: a page for every text in `content/`, a stylesheet, and what machines ask for. */
export class Site extends coconut.ComponentResource {
  readonly path: coconut.Output<string>;

  constructor(name: string, args: { readonly title: string }, options?: coconut.ResourceOptions) {
    super("bakery:web:Site", name, args, options);
    const inside = { parent: this };
    const folder = new Directory("site", { path: "site" }, inside);
    const within = (path: string) => coconut.interpolate`${folder.path}/${path}`;
    const source = new coconut.asset.FileAsset("style.css");
    const style = new File("style.css", { path: within("style.css"), source }, inside);

    // Pages refer to the stylesheet by its hash, so browsers with an older copy fetch the new one.
    const all = { title: args.title, style: style.sha256 };
    const breadsFolder = new Directory("site/breads", { path: within("breads") }, inside);
    const privateFolder = new Directory("site/private", { path: within("private") }, inside);
    new Section("pages", { ...all, content: "content", folder: folder.path }, inside);
    new Section("breads", { ...all, content: "content/breads", folder: breadsFolder.path }, inside);
    new Section("private", { ...all, content: "content/private", folder: privateFolder.path }, inside);

    const robots = "User-agent: *\nDisallow: /private/\n";
    const status = coconut.jsonStringify({ status: "open", style: style.sha256 });
    new File("robots.txt", { path: within("robots.txt"), content: robots }, inside);
    new File("status.json", { path: within("status.json"), content: status }, inside);

    this.path = folder.path;
    this.registerOutputs({ path: this.path });
  }
}

interface SectionArgs {
  readonly title: string;
  readonly style: coconut.Input<string>;
  /** Where its texts are. */
  readonly content: string;
  /** Where its pages go. */
  readonly folder: coconut.Input<string>;
}

/** Pages that belong together, all in the same layout. */
class Section extends coconut.ComponentResource {
  constructor(name: string, args: SectionArgs, options?: coconut.ResourceOptions) {
    super("bakery:web:Section", name, {}, options);
    for (const page of readPages(args.content)) {
      const path = coconut.interpolate`${args.folder}/${page.name}.html`;
      const content = coconut.output(args.style).apply((style) => layout(args.title, page, style));
      new File(`${name}/${page.name}.html`, { path, content }, { parent: this });
    }
    this.registerOutputs();
  }
}
