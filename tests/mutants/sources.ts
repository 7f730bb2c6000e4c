import { parseSyntax, type Syntax } from "../support/syntax.js";
import { isTest, isTypeScript, readSourceTree, type SourceTree } from "../tidy/source-tree.js";

/** The code that ships, to look declarations up in. A file is parsed when it is first asked about, and once. */
export class Sources {
  readonly #texts: SourceTree;
  readonly #syntax = new Map<string, Syntax>();
  readonly #declaring = new Map<string, Set<string>>();

  /** By path. */
  constructor(texts: SourceTree) {
    this.#texts = texts;
    for (const [path, text] of texts) {
      for (const [, name] of text.matchAll(declared)) {
        const paths = this.#declaring.get(name!) ?? new Set();
        this.#declaring.set(name!, paths.add(path));
      }
    }
  }

  get paths(): readonly string[] {
    return [...this.#texts.keys()];
  }

  /** The files that may declare this name. */
  declaring(name: string): readonly string[] {
    return [...(this.#declaring.get(name) ?? [])];
  }

  text(path: string): string {
    return this.#texts.get(path)!;
  }

  syntax(path: string): Syntax {
    const syntax = this.#syntax.get(path) ?? parseSyntax(path, this.text(path));
    this.#syntax.set(path, syntax);
    return syntax;
  }
}

/** All of `src` but its tests. Tests and scripts run in the folder of the repository. */
export function readSources(): Sources {
  const all = [...readSourceTree("src", new Set())].map(([path, text]) => [`src/${path}`, text] as const);
  return new Sources(new Map(all.filter(([path]) => isTypeScript(path) && !isTest(path))));
}

const declared = /\b(?:function\b\s*\*?|class|const|let|var|enum)\s*([\p{L}_$][\p{L}\p{N}_$]*)/gu;
