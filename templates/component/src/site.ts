import * as coconut from "@coconut/coconut";
import { File } from "@coconut/coconut/local";

export interface SiteArgs {
  /** Folder for the files. */
  readonly folder: coconut.Input<string>;
  readonly title: coconut.Input<string>;
  /** The text of each page, by page name. */
  readonly pages: { readonly [name: string]: coconut.Input<string> };
}

/** A web site with an index page that links to all other pages. */
export class Site extends coconut.ComponentResource {
  /** The path of the index page. */
  readonly index: coconut.Output<string>;

  constructor(name: string, args: SiteArgs, options?: coconut.ResourceOptions) {
    super("sites:index:Site", name, args, options);
    const { folder, title, pages } = args;
    const file = (page: string, body: coconut.Input<string>) =>
      new File(
        `${name}-${page}`,
        {
          path: coconut.interpolate`${folder}/${page}.html`,
          content: coconut.interpolate`<!doctype html>\n<title>${title}</title>\n${body}\n`,
        },
        { parent: this },
      );
    for (const [page, text] of Object.entries(pages)) file(page, coconut.interpolate`<p>${text}</p>`);
    const links = Object.keys(pages).map((page) => `<a href="${page}.html">${page}</a>`);
    this.index = file("index", links.join("\n")).path;
    this.registerOutputs({ index: this.index });
  }
}
