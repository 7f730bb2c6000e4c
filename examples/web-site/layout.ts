import type { Page } from "./pages.js";

/** What all pages have in common. */
export function layout(site: string, page: Page, style: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${page.title} · ${site}</title>
<link rel="stylesheet" href="/style.css?${style.slice(0, 8)}">
<nav><a href="/">${site}</a> <a href="/breads/">Breads</a> <a href="/hours.html">Hours</a></nav>
<main>
${page.body}
</main>
`;
}
