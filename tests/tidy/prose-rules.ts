import { isSource, isTest, type SourceTree } from "./source-tree.js";

/**
 * Texts that people read and that contain a phrase to avoid, with the better wording. A line break, also inside a comment, counts as
 * a space. Crossed-out text (`~~before~~`) in Markdown is skipped: it shows what not to write.
 */
export function phrases(tree: SourceTree, avoid: Readonly<Record<string, string>>): string[] {
  const patterns = Object.entries(avoid).map(([phrase, better]) => ({
    phrase,
    better,
    find: patternOf(phrase),
  }));
  return [...tree]
    .filter(([path]) => isRead(path))
    .flatMap(([path, text]) => {
      const read = path.endsWith(".md") ? text.replace(crossedOut, blank) : text;
      return patterns.flatMap(({ phrase, better, find }) =>
        [...read.matchAll(find)].map(({ index }) => {
          const line = read.slice(0, index).split("\n").length;
          return `${path}:${line}: "${phrase}"; better: ${better}`;
        }),
      );
    });
}

/** Comments of sources that begin with a noun clause instead of saying what the thing is or returns. */
export function commentOpenings(tree: SourceTree): string[] {
  return [...tree]
    .filter(([path]) => isSource(path))
    .flatMap(([path, text]) =>
      [...text.matchAll(opening)].map(({ 1: word, index }) => {
        const line = text.slice(0, index).split("\n").length;
        return `${path}:${line}: a comment begins with "${word}"; say what the thing is or returns`;
      }),
    );
}

const opening = /\/\*\*\s+(?:\*\s+)?(What|The same|Whoever|Who|That which)\b/g;

function isRead(path: string): boolean {
  if (isTest(path)) return false;
  return /^(?:src|docs|examples|templates|tests\/golden)\/.*\.(?:ts|md|txt|svg|mts|js)$|^[A-Z]+\.md$/.test(
    path,
  );
}

const crossedOut = /~~[^~]+~~/g;

/** Keeps the lines, so that places stay right. */
function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}

function patternOf(phrase: string): RegExp {
  const space = String.raw`(?:\s+(?:\*\s+|//\s+|>\s+)?)`;
  const words = phrase
    .split(" ")
    .map((word) =>
      word === "…"
        ? String.raw`[\w'-]+(?:${space}[\w'-]+)?`
        : word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
    );
  return new RegExp(String.raw`(?<![\w-])${words.join(space)}(?![\w-])`, "gi");
}
