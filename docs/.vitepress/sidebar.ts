import { existsSync, readdirSync, readFileSync } from "node:fs";

/** What the site lists beside each page; a group has items, a page has a link, a folded group may have both. */
export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: SidebarItem[];
}

/**
 * Made from the folders and the titles of their pages, so that a new page needs no second edit. `docs` is the folder of
 * the pages.
 */
export function sidebarOf(docs: URL): SidebarItem[] {
  return groups.flatMap(({ text, folder, first = [], inside = [], but = [] }) => {
    const items = [
      ...pagesIn(docs, folder, first, but),
      ...inside.flatMap((name) => subgroup(docs, `${folder}${name}/`)),
    ];
    return items.length === 0 ? [] : [{ text, collapsed: folder === "", items }];
  });
}

interface Group {
  readonly text: string;
  readonly folder: string;
  /** Pages that come before the others, which follow by title. */
  readonly first?: readonly string[];
  /** Folders inside of it. */
  readonly inside?: readonly string[];
  /** Pages that it does not list. */
  readonly but?: readonly string[];
}

const groups: readonly Group[] = [
  { text: "Start", folder: "start/", first: ["what-it-is", "first-five-minutes"] },
  {
    text: "Concepts",
    folder: "concepts/",
    first: [
      "programs-and-stacks",
      "resources-and-components",
      "outputs",
      "the-plan",
      "state",
      "names-and-urns",
    ],
  },
  { text: "Guides", folder: "guides/", first: ["new-project"] },
  {
    text: "Provider authors",
    folder: "providers/",
    first: ["index", "resources", "schemas", "configuration", "plan"],
  },
  { text: "Packages", folder: "packages/" },
  { text: "Coming from", folder: "coming-from/" },
  {
    text: "Reference",
    folder: "reference/",
    first: ["commands", "options", "project-files"],
    inside: ["diagnostics"],
  },
  { text: "Inside", folder: "", first: ["glossary", "lifecycle"], inside: ["decisions"], but: ["index"] },
];

/** A folder of pages that are looked up rather than read: folded, and opened by its own page if it has one. */
function subgroup(docs: URL, folder: string): SidebarItem[] {
  const items = pagesIn(docs, folder, [], ["index"]);
  if (items.length === 0) return [];
  const index = new URL(`${folder}index.md`, docs);
  const own = existsSync(index)
    ? { text: titleOf(index), link: `/${folder}` }
    : { text: folder.charAt(0).toUpperCase() + folder.slice(1, -1) };
  return [{ ...own, collapsed: true, items }];
}

function pagesIn(docs: URL, folder: string, first: readonly string[], but: readonly string[]): SidebarItem[] {
  const place = new URL(`./${folder}`, docs);
  if (!existsSync(place)) return [];
  const rank = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length);
  return readdirSync(place)
    .filter((file) => file.endsWith(".md"))
    .map((file) => file.slice(0, -".md".length))
    .filter((name) => !but.includes(name))
    .map((name) => ({ name, text: titleOf(new URL(`${folder}${name}.md`, docs)) }))
    .sort((a, b) => rank(a.name) - rank(b.name) || a.text.localeCompare(b.text, "en", { numeric: true }))
    .map(({ name, text }) => ({ text, link: `/${folder}${name === "index" ? "" : name}` }));
}

/** Its first heading, without the marks of Markdown. */
function titleOf(page: URL): string {
  const [, title] = /^# (.+)$/m.exec(readFileSync(page, "utf8")) ?? [];
  if (title === undefined) throw new Error(`${page.pathname} has no title`);
  return title.replaceAll("`", "").trim();
}
