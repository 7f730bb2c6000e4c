import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { headingAnchor } from "../../docs/.vitepress/heading-anchor.js";
import { sidebarOf, type SidebarItem } from "../../docs/.vitepress/sidebar.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const pages = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".md") && !/(^|\/)(node_modules|\.vitepress)\//.test(path))
  .sort();

test("a page that page-order.ts does not list fails the build", () => {
  const docs = mkdtempSync(join(tmpdir(), "coconut-site-"));
  try {
    mkdirSync(join(docs, "start"));
    writeFileSync(join(docs, "start/unlisted.md"), "# Unlisted\n");
    const build = () => sidebarOf(pathToFileURL(`${docs}/`));
    expect(build).toThrow("docs/start/unlisted.md is not listed in page-order.ts");
    rmSync(join(docs, "start/unlisted.md"));
    expect(build).toThrow("page-order.ts lists docs/start/what-it-is.md, which is missing");
  } finally {
    rmSync(docs, { recursive: true });
  }
});

test("the sidebar lists every page except the home page exactly once", () => {
  const linksIn = (items: readonly SidebarItem[]): string[] =>
    items.flatMap(({ link, items = [] }) => [...(link === undefined ? [] : [link]), ...linksIn(items)]);
  const listed = linksIn(sidebarOf(pathToFileURL(join(root, "docs/"))));
  const expected = pages
    .filter((path) => path !== "index.md")
    .map((path) => `/${path.slice(0, -".md".length).replace(/(^|\/)index$/, "$1")}`);
  expect(listed.sort()).toEqual(expected.sort());
});

test.each(["README.md", "CONTRIBUTING.md", ...pages.map((path) => `docs/${path}`)])(
  "links of %s lead somewhere",
  (path) => {
    expect(deadLinks(path, (file) => textOf(file))).toEqual([]);
  },
);

test("a link to no file, and to no heading of one, is seen", () => {
  const files: Record<string, string> = {
    "docs/a.md":
      "# A\n\n[1](b.md) [2](b.md#two-words) [3](#a) [4](https://x.test) [5](c.md) [6](b.md#three) [7](/b)\n",
    "docs/b.md": "# B\n\n## Two `words`!\n\n```text\n## three\n[8](nowhere.md)\n```\n",
  };
  expect(deadLinks("docs/a.md", (file) => files[file])).toEqual(["c.md", "b.md#three", "/b"]);
  expect(deadLinks("docs/b.md", (file) => files[file])).toEqual([]);
});

/** Relative links of a page that lead to no file, or to no heading of it. Those of the site's own form are not for GitHub. */
function deadLinks(path: string, read: (file: string) => string | undefined): readonly string[] {
  const text = withoutBlocks(read(path)!);
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    if (link.startsWith("/")) return true;
    const [file = "", anchor] = link.split("#");
    const target = file === "" ? path : normalize(join(dirname(path), file));
    const found = read(target);
    if (found === undefined) return true;
    return anchor !== undefined && target.endsWith(".md") && !anchorsOf(found).has(anchor);
  });
}

function anchorsOf(page: string): ReadonlySet<string> {
  const headings = [...withoutBlocks(page, false).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => heading!);
  return new Set(headings.map(headingAnchor));
}

/** Code is no text: what looks like a link or a heading in it is none. */
function withoutBlocks(page: string, inline = true): string {
  const text = page.replace(/^```[^]*?^```/gm, "");
  return inline ? text.replace(/`[^`\n]*`/g, "") : text;
}

function textOf(file: string): string | undefined {
  const place = join(root, file);
  if (!existsSync(place)) return undefined;
  return file.endsWith(".md") ? readFileSync(place, "utf8") : "";
}
