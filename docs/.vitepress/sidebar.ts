import { existsSync, readdirSync, readFileSync } from "node:fs";
import { pageOrder, type PageGroup } from "./page-order.js";

/** An entry of the sidebar: a group has items, a page has a link, a folded group may have both. */
export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: SidebarItem[];
}

/**
 * Returns the sidebar of the site: the order comes from page-order.ts, titles from the pages. Throws if a page is not
 * listed there, or listed and missing. `docs` is the folder of the pages.
 */
export function sidebarOf(docs: URL): SidebarItem[] {
  return pageOrder.map((group) => {
    checkListed(docs, group);
    const page = (name: string) => pageItem(docs, group.folder, name);
    const items = group.pages.map((each) =>
      typeof each === "string"
        ? page(each)
        : { text: each.text, collapsed: false, items: each.pages.map(page) },
    );
    const inside = (group.inside ?? []).flatMap((name) => sortedGroup(docs, `${group.folder}${name}/`));
    return { text: group.text, collapsed: group.folder === "", items: [...items, ...inside] };
  });
}

/** Returns the entries of the navigation bar, each with the first page of its group. */
export function navigationOf(sidebar: readonly SidebarItem[]) {
  return pageOrder
    .filter(({ inNavigation }) => inNavigation)
    .map(({ text, folder }) => ({
      text,
      link: firstLink(sidebar.find((group) => group.text === text)!),
      activeMatch: `^/${folder}`,
    }));
}

function firstLink(item: SidebarItem): string {
  const [first] = item.items ?? [];
  if (item.link !== undefined || first === undefined) return item.link ?? "/";
  return firstLink(first);
}

function checkListed(docs: URL, { folder, pages }: PageGroup): void {
  const listed = new Set(pages.flatMap((each) => (typeof each === "string" ? [each] : each.pages)));
  const present = new Set(pageNames(docs, folder).filter((name) => folder !== "" || name !== "index"));
  for (const name of present)
    if (!listed.has(name)) throw new Error(`docs/${folder}${name}.md is not listed in page-order.ts`);
  for (const name of listed)
    if (!present.has(name)) throw new Error(`page-order.ts lists docs/${folder}${name}.md, which is missing`);
}

/** A folded group of pages sorted by title, opened by its index page if it has one. */
function sortedGroup(docs: URL, folder: string): SidebarItem[] {
  const names = pageNames(docs, folder);
  const items = names
    .filter((name) => name !== "index")
    .map((name) => pageItem(docs, folder, name))
    .sort((a, b) => a.text.localeCompare(b.text, "en", { numeric: true }));
  if (items.length === 0) return [];
  const own = names.includes("index")
    ? pageItem(docs, folder, "index")
    : { text: folder.charAt(0).toUpperCase() + folder.slice(1, -1) };
  return [{ ...own, collapsed: true, items }];
}

function pageNames(docs: URL, folder: string): readonly string[] {
  const place = new URL(`./${folder}`, docs);
  if (!existsSync(place)) return [];
  return readdirSync(place)
    .filter((file) => file.endsWith(".md"))
    .map((file) => file.slice(0, -".md".length));
}

function pageItem(docs: URL, folder: string, name: string): SidebarItem {
  const text = titleOf(new URL(`${folder}${name}.md`, docs));
  return { text, link: `/${folder}${name === "index" ? "" : name}` };
}

/** Returns the first heading of a page, without Markdown's backticks. */
function titleOf(page: URL): string {
  const [, title] = /^# (.+)$/m.exec(readFileSync(page, "utf8")) ?? [];
  if (title === undefined) throw new Error(`${page.pathname} has no title`);
  return title.replaceAll("`", "").trim();
}
