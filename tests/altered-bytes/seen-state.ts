import { encodeValue, isDiagnosticError, type Value } from "../../src/model/index.js";
import type { StackStore } from "../../src/store/internal.js";
import { canonicalJson } from "../../src/store/seal/index.js";

/** What a look at a stack came to: a text that tells all of it, or the codes that it was refused with. */
export type Seen = { readonly text: string } | { readonly refusal: readonly string[] };

export interface SeenState {
  readonly read: Seen;
  readonly journal: Seen;
  readonly history: Seen;
  /** What it finds wrong counts as refused. */
  readonly verify: Seen;
}

/** Opens a stack, looks at it in every way that there is and closes it. */
export async function seenOf(open: () => Promise<StackStore>): Promise<SeenState> {
  let store: StackStore | undefined;
  const opened = await seen(async () => {
    store = await open();
  });
  const look = async (way: (store: StackStore) => Promise<unknown>) =>
    store === undefined ? opened : seen(() => way(store!));
  try {
    return {
      read: await look((each) => each.read()),
      journal: await look((each) => each.journal()),
      history: await look((each) => each.history()),
      verify: await look((each) => each.verify()).then(problemsAsRefusal),
    };
  } finally {
    await store?.close();
  }
}

export async function seen(way: () => Promise<unknown>): Promise<Seen> {
  try {
    return { text: textOf(await way()) };
  } catch (error) {
    // Nobody is to see such a thing: it is never what was seen before.
    if (!isDiagnosticError(error)) return { text: `crashed: ${String(error)}` };
    return { refusal: error.diagnostics.map(({ code }) => code) };
  }
}

/** All codes that anything was refused with. */
export function codesOf(state: SeenState): readonly string[] {
  const codes = Object.values(state).flatMap((each: Seen) => ("refusal" in each ? each.refusal : []));
  return [...new Set(codes)].sort();
}

function problemsAsRefusal(found: Seen): Seen {
  if ("refusal" in found || !found.text.startsWith("[{")) return found;
  const problems = JSON.parse(found.text) as readonly { readonly code: string }[];
  return { refusal: problems.map(({ code }) => code) };
}

/** Maps are read as their entries. */
function textOf(value: unknown): string {
  if (value === undefined) return "";
  return canonicalJson(encodeValue(withoutMaps(value) as Value));
}

function withoutMaps(value: unknown): unknown {
  if (value instanceof Map) return [...value.entries()].map(withoutMaps);
  if (Array.isArray(value)) return value.map(withoutMaps);
  if (typeof value !== "object" || value === null) return value;
  const isPlain = Object.getPrototypeOf(value) === Object.prototype;
  return isPlain
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutMaps(part)]))
    : value;
}
