import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { exitCodeFor } from "../../src/cli/on-program.js";
import { readSourceTree } from "../tidy/source-tree.js";
import { declaredDiagnostics } from "./declared-diagnostics.js";
import type { EndingDiagnostic, Pages } from "./diagnostics-pages.js";
import { referenceTables, type ReferenceTable } from "./reference-tables.js";

/** The reference as it is, and what it is made from; `root` is the folder of the repository. */
export class Reference {
  static readonly folder = "docs/reference";
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  /** The code that ships. */
  sources(): ReadonlyMap<string, string> {
    const files = readSourceTree(join(this.#root, "src"), new Set());
    return new Map([...files].map(([path, text]) => [`src/${path}`, text]));
  }

  /** By path from the root: pages that may have tables. */
  pages(): Pages {
    return this.#markdown(Reference.folder, (name) => `${Reference.folder}/${name}.md`);
  }

  /** By the name of a folder of the code. */
  diagnosticsPages(): Pages {
    return this.#markdown(`${Reference.folder}/diagnostics`, (name) => name);
  }

  tables(): readonly ReferenceTable[] {
    return referenceTables((path) => readFileSync(join(this.#root, path), "utf8"));
  }

  diagnostics(): Promise<readonly EndingDiagnostic[]> {
    return Promise.all(
      declaredDiagnostics(this.sources()).map(async (each) => {
        const raised = { code: each.code, severity: "error", summary: each.summary, detail: "" } as const;
        return { ...each, exitCode: await exitCodeFor([raised]) };
      }),
    );
  }

  #markdown(folder: string, called: (name: string) => string): Pages {
    const files = readdirSync(join(this.#root, folder)).filter((file) => file.endsWith(".md"));
    return new Map(
      files.map((file) => [called(file.slice(0, -3)), readFileSync(join(this.#root, folder, file), "utf8")]),
    );
  }
}
