import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";

export interface Page {
  readonly name: string;
  readonly title: string;
  readonly body: string;
}

/** The pages of a folder: one for each of its `.md` files. */
export function readPages(folder: string): readonly Page[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".md"));
  return files.sort().map((file) => {
    const text = readFileSync(`${folder}/${file}`, "utf8").trim();
    return {
      name: basename(file, ".md"),
      title: /^# (.*)/.exec(text)?.[1] ?? file,
      body: text
        .split(/\n{2,}/)
        .map(block)
        .join("\n"),
    };
  });
}

/** As much Markdown as a bakery needs: a heading, lists, links, and else paragraphs. */
function block(text: string): string {
  const linked = text.replace(/\[(.*?)\]\((.*?)\)/g, '<a href="$2">$1</a>');
  if (linked.startsWith("# ")) return `<h1>${linked.slice(2)}</h1>`;
  if (linked.startsWith("- ")) return `<ul>\n${linked.replace(/^- (.*)/gm, "  <li>$1</li>")}\n</ul>`;
  return `<p>${linked}</p>`;
}
