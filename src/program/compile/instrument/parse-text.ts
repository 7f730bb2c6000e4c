import { createRequire } from "node:module";
import type { Program } from "acorn";

/** Throws a SyntaxError. The parser is loaded with the first text that is parsed, and at once: Node waits for it. */
export function parseText(text: string, format: "module" | "commonjs"): Program {
  const { parse } = createRequire(import.meta.url)("acorn") as typeof import("acorn");
  return parse(text, { ecmaVersion: "latest", sourceType: format, allowHashBang: true });
}
