import { defineConfig } from "vitepress";
import { pageMarkdown } from "./page-markdown.mjs";
import { navigationOf, sidebarOf } from "./sidebar.ts";
import { headingAnchor } from "./heading-anchor.ts";
import { transcript } from "./transcript.mjs";

const sidebar = sidebarOf(new URL("..", import.meta.url));

/** The site. A dead link fails the build. Neither the build nor a page fetches anything from another host. */
export default defineConfig({
  title: "Coconut",
  description: "Infrastructure as code for TypeScript, in a single process.",
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
    nav: navigationOf(sidebar),
    sidebar,
    notFound: {
      title: "Page not found",
      quote: "The page may have moved. Use the search to find any page, or a diagnostic by its code.",
      linkText: "Home page",
    },
    docFooter: { prev: "Previous page", next: "Next page" },
  },
});
