import type { RunSummary } from "../model/index.js";
import { fillLines, paintLines, styled } from "./layout/index.js";
import { plainLook, type Look, type Style } from "./look.js";

const counted: readonly (readonly [count: string, words: string, style: Style])[] = [
  ["create", "created", "create"],
  ["update", "updated", "update"],
  ["delete", "deleted", "delete"],
  ["import", "imported", "create"],
  ["refresh", "refreshed", "drift"],
  ["forget", "forgotten", "record"],
  ["record", "recorded", "record"],
  ["read", "read", "faint"],
  ["skipped", "found to need nothing", "faint"],
  ["failed", "failed", "error"],
  ["uncertain", "uncertain", "error"],
  ["not-started", "not started", "warning"],
];

/** What a run has done, as one sentence: `2 created, 1 failed.` A replacement is what is deleted and what is created. */
export function runSummaryText(summary: RunSummary, look: Look = plainLook): string {
  const parts = counted.flatMap(([name, words, style]) =>
    Object.hasOwn(summary, name) && summary[name]! > 0 ? [styled(style, `${summary[name]} ${words}`)] : [],
  );
  if (parts.length === 0) return paintLines([["Nothing had to be done."]], look);
  const words = parts.map((part, index) => ({
    spaces: index === 0 ? "" : " ",
    parts: [part, index === parts.length - 1 ? "." : ","],
  }));
  return paintLines(fillLines(words, look.width), look);
}
