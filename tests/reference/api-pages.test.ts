import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { apiPage } from "./api-page.js";
import { apiPages } from "./api-pages.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

describe("the API reference (npm run docs:reference)", () => {
  test("is made from the code as it is, and every export has a comment", { timeout: 240_000 }, () => {
    for (const [path, { text, faults }] of apiPages(root)) {
      expect(faults).toEqual([]);
      expect({ path, text: readFileSync(join(root, path), "utf8") }).toEqual({ path, text });
    }
  });
});

describe("a page", () => {
  const files: Record<string, string> = {
    "index.d.ts": `export { make, type Made } from "./make.js";\nexport { hammer as otherHammer } from "./inner.js";\nexport * as tools from "./tools.js";\nexport type * from "./kinds.js";\n`,
    "make.d.ts": `/**
 * Makes a thing.
 *
 * \`\`\`ts
 * make("a");
 * \`\`\`
 */
export declare function make(name: string): Made;
export declare function make(name: string, size: number): Made;
/** A thing. */
export declare class Made {
    #private;
    /** Its name. */
    readonly name: string;
    /** Breaks it. */
    break(how: string): void;
}
export declare function notExported(): void;
`,
    "inner.d.ts": `export * as all from "./tools.js";\nexport * from "./tools.js";\n`,
    "tools.d.ts": `/** A tool. */\nexport declare const hammer: string;\n`,
    "kinds.d.ts": `export type Kind = "a" | "b";\n`,
  };
  const { text, faults } = apiPage(
    { title: "Things", intro: "All of them.", entry: "index.d.ts" },
    (path) => files[path]!,
  );

  test("has each export with its comment, its overloads and the comments of its members", () => {
    expect(text).toBe(`# Things

All of them.

## Functions

### make

Makes a thing.

\`\`\`ts example
make("a");
\`\`\`

\`\`\`ts declaration
function make(name: string): Made;
function make(name: string, size: number): Made;
\`\`\`

## Classes

### Made

A thing.

\`\`\`ts declaration
class Made {
  readonly name: string;
  break(how: string): void;
}
\`\`\`

- \`name\` — Its name.
- \`break(how)\` — Breaks it.

## Constants

### otherHammer

A tool.

\`\`\`ts declaration
const hammer: string;
\`\`\`

### tools.hammer

A tool.

\`\`\`ts declaration
const hammer: string;
\`\`\`

## Types

### Kind

\`\`\`ts declaration
type Kind = "a" | "b";
\`\`\`
`);
  });

  test("says which exports have no comment", () => {
    expect(faults).toEqual(["index.d.ts: Kind has no comment"]);
  });
});
