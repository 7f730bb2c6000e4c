import type { MarkdownBlock } from "./markdown-blocks.js";

/** What a block of a page promises, and is therefore held to. */
export type BlockPurpose =
  /** A module that compiles; `continues`: together with those before it. `file`: it is also a file of the page. */
  | { readonly kind: "module"; readonly file?: string; readonly continues: boolean; readonly fails: boolean }
  | { readonly kind: "file"; readonly file: string }
  | { readonly kind: "edit"; readonly file: string }
  /** Lines that a file of the page has. */
  | { readonly kind: "excerpt"; readonly file: string }
  | { readonly kind: "data" }
  | { readonly kind: "commands" }
  | { readonly kind: "transcript" }
  /** Commands that need the whole repository: `.ci/run` runs them. */
  | { readonly kind: "in-a-clone" }
  | { readonly kind: "not-run"; readonly reason: string }
  | { readonly kind: "text" };

/** Throws for a block that nobody would know what to do with: a page has no blocks that are looked at by chance. */
export function blockPurpose({ language, note, line }: MarkdownBlock): BlockPurpose {
  const reason = /^not run: (.+)$/.exec(note)?.[1];
  if (reason !== undefined) return { kind: "not-run", reason };
  const file = /^[\w./@-]+\.\w+$|^[\w./-]*gitignore$/.test(note) ? note : undefined;
  const excerpt = /^from ([\w./@-]+)$/.exec(note)?.[1];
  if (excerpt !== undefined) return { kind: "excerpt", file: excerpt };
  if (language === "diff" && file !== undefined) return { kind: "edit", file };
  if (language === "ts" && ["", "continues", "fails"].includes(note))
    return { kind: "module", continues: note === "continues", fails: note === "fails" };
  // Of the API reference, which tests/reference compares with the code; an example there is a part of a program.
  if (language === "ts" && ["declaration", "example"].includes(note)) return { kind: "text" };
  if (language === "ts" && file !== undefined)
    return { kind: "module", file, continues: false, fails: false };
  if (file !== undefined) return { kind: "file", file };
  const plain = note === "" ? plainPurposes[language] : undefined;
  if (plain !== undefined) return plain;
  if (language === "sh" && note === "in a clone") return { kind: "in-a-clone" };
  throw new Error(`Line ${line}: nobody knows what \`\`\`${language} ${note} promises.`);
}

const plainPurposes: Readonly<Record<string, BlockPurpose>> = {
  json: { kind: "data" },
  sh: { kind: "commands" },
  console: { kind: "transcript" },
  text: { kind: "text" },
  mermaid: { kind: "text" },
  hcl: { kind: "text" },
  yaml: { kind: "text" },
};
