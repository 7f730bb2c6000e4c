/** A fenced block of a Markdown page. */
export interface MarkdownBlock {
  readonly language: string;
  /** What stands behind the language: a file's name, or how the block is meant. */
  readonly note: string;
  readonly text: string;
  /** The line of the page on which its text begins. */
  readonly line: number;
}

/** The fenced blocks of a page, in order. A longer fence may hold shorter ones. */
export function markdownBlocks(page: string): readonly MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let open: { indent: string; fence: string; info: string; line: number; lines: string[] } | undefined;
  for (const [index, line] of page.split("\n").entries()) {
    const [, indent, fence, info] = /^(\s*)(`{3,})(.*)$/.exec(line) ?? [];
    if (open === undefined) {
      if (fence !== undefined)
        open = { indent: indent!, fence, info: info!.trim(), line: index + 2, lines: [] };
    } else if (fence !== undefined && info!.trim() === "" && fence.length >= open.fence.length) {
      const [language = "", ...note] = open.info.split(" ");
      const text = open.lines.map((each) => `${each}\n`).join("");
      blocks.push({ language, note: note.join(" "), text, line: open.line });
      open = undefined;
    } else open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line.trimStart());
  }
  if (open !== undefined) throw new Error(`The block that begins before line ${open.line} never ends.`);
  return blocks;
}

/** The page with another text in this block. */
export function withBlock(page: string, block: MarkdownBlock, text: string): string {
  const lines = page.split("\n");
  const count = block.text.split("\n").length - 1;
  const indent = /^\s*/.exec(lines[block.line - 2]!)![0];
  const replacement = text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => (line === "" ? "" : indent + line));
  return [...lines.slice(0, block.line - 1), ...replacement, ...lines.slice(block.line - 1 + count)].join(
    "\n",
  );
}
