import { posix } from "node:path";

/**
 * The web address of the repository's files. If it is undefined, links to files outside docs/ become plain text.
 *
 * @type {string | undefined}
 */
const repository = undefined;

/**
 * Extends Markdown for these pages: file names after the language of a code block, and links to files outside docs/.
 *
 * @param {import("vitepress").MarkdownRenderer} markdown
 */
export function pageMarkdown(markdown) {
  nameFiles(markdown);
  markdown.core.ruler.push("links-out-of-docs", ({ tokens, env }) => {
    for (const { children } of tokens) if (children) leaveDocs(children, env.relativePath ?? "");
  });
}

/** Shows the file name above a code block that has one. */
function nameFiles({ renderer }) {
  const fence = renderer.rules.fence;
  renderer.rules.fence = (tokens, index, ...rest) => {
    const [, ...note] = tokens[index].info.trim().split(/\s+/);
    const block = fence(tokens, index, ...rest);
    const isFile = note.length === 1 && /\.\w+$/.test(note[0]);
    return isFile ? `<div class="file"><div class="file-name">${note[0]}</div>${block}</div>` : block;
  };
}

function leaveDocs(tokens, page) {
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "link_open") continue;
    const href = token.attrGet("href") ?? "";
    if (/^[a-z]+:|^[#/]/i.test(href)) continue;
    const target = posix.join("docs", posix.dirname(page), href);
    if (target.startsWith("docs/")) continue;
    const end = tokens.findIndex(({ type }, at) => at > index && type === "link_close");
    if (repository !== undefined) token.attrSet("href", `${repository}/${target}`);
    else
      for (const each of [token, tokens[end]])
        Object.assign(each, { type: "text", tag: "", content: "", nesting: 0 });
  }
}
