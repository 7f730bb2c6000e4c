import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RunOptions } from "../../src/engine/index.js";
import type { Stack } from "../../src/operations/stack/index.js";
import type { Diagnostic } from "../../src/model/index.js";

/** What a process does to its stack, by name. */
export const actions = {
  apply: (stack, options) => stack.apply(options),
  destroy: (stack, options) => stack.destroy(options),
  refresh: (stack, options) => stack.refresh(options),
  /** The bucket of the shop gets another name. */
  rename: (stack, options) => stack.rename([{ from: "logs", to: "archive" }], options),
  /** Takes over the bucket that was there before the shop. */
  import: (stack, options) =>
    stack.import([{ type: "cloud:index:Bucket", name: "old", id: "bucket-1" }], options),
  /** Only opens it, which makes it. */
  look: async (stack) => {
    await stack.history();
    return { ok: true, diagnostics: [] };
  },
  /** Puts a plan into the folder. */
  plan: async (stack, { parallel = 1 }, folder) => {
    writeFileSync(join(folder, "plan"), (await stack.plan({ parallel })).file());
    return { ok: true, diagnostics: [] };
  },
  applyFile: (stack, options, folder) => stack.applyFile(readFileSync(join(folder, "plan")), options),
  /** The journal keeps the records of one run. */
  prune: async (stack) => {
    await stack.state.prune(1);
    return { ok: true, diagnostics: [] };
  },
  rotate: async (stack) => {
    await stack.rotateKey();
    return { ok: true, diagnostics: [] };
  },
} satisfies Record<string, Action>;

export type Command = keyof typeof actions;

type Action = (
  stack: Stack,
  options: RunOptions,
  folder: string,
) => Promise<{ readonly ok: boolean; readonly diagnostics: readonly Diagnostic[] }>;
