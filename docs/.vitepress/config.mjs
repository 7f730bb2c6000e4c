import { defineConfig } from "vitepress";
import { pageMarkdown } from "./page-markdown.mjs";
import { sidebarOf } from "./sidebar.ts";
import { headingAnchor } from "./heading-anchor.ts";
import { transcript } from "./transcript.mjs";

const sidebar = sidebarOf(new URL("..", import.meta.url));

/** The site. A link that leads nowhere fails the build; nothing is fetched from elsewhere, by the build or by a page. */
export default defineConfig({
  title: "Coconut",
  description: "Infrastructure as code for TypeScript, as one fast program.",
  lang: "en",
  cleanUrls: true,
  appearance: "dark",
  lastUpdated: false,
  srcExclude: ["node_modules/**"],
  head: [
    ["link", { rel: "icon", href: "/logo.svg", type: "image/svg+xml" }],
    ["meta", { name: "theme-color", content: "#7a4a21" }],
  ],
  markdown: {
    anchor: { slugify: headingAnchor },
    theme: { light: "github-light-high-contrast", dark: "github-dark" },
    languageAlias: { mjs: "js" },
    codeTransformers: [transcript],
    config: pageMarkdown,
  },
  themeConfig: {
    logo: "/logo.svg",
    outline: { level: [2, 3] },
    search: {
      provider: "local",
      options: { miniSearch: { searchOptions: { boost: { title: 6, titles: 1, text: 1 } } } },
    },
    nav: ["Start", "Guides", "Reference"].map((text) => ({
      text,
      link: sidebar.find((group) => group.text === text).items[0].link,
      activeMatch: `^/${text.toLowerCase()}/`,
    })),
    sidebar,
    notFound: {
      title: "There is no such page",
      quote: "It may have moved: the search above knows every page, and every diagnostic by its code.",
      linkText: "To the beginning",
    },
    docFooter: { prev: "Before", next: "Next" },
  },
});
