import { expect } from "vitest";
import { exitCodeOf, exitCodes } from "../../src/runner/index.js";
import type { Diagnostic } from "../../src/model/index.js";
import { openStore, type StorePorts } from "../../src/store/internal.js";
import type { Altered } from "./alterations.js";
import { keptSample, storeOfRows, type Kept } from "./kept-rows.js";
import { alteredColumns, alteredRows, mixedTables } from "./row-alterations.js";
import { address } from "./sample-state.js";
import { codesOf, seen, seenOf, type Seen, type SeenState } from "./seen-state.js";

/**
 * Alters every column of every row of a stack; takes rows away, doubles, exchanges them and puts earlier ones back.
 * Whatever is read then is either refused or what it was before, no run begins on what cannot be read, and a check of
 * all always finds it. Of backups that were put back in part, some are enough for an ordinary run.
 */
export async function alteredStateRows(how: "all" | "some mixed"): Promise<Altered> {
  const { kept, earlier, ports } = await keptSample();
  const untouched = await look(kept, ports);
  expect(codesOf(untouched)).toEqual([]);
  const undetected: string[] = [];
  const otherwise = new Map<string, Set<string>>();
  let stateAlterations = 0;
  for (const { what, place, altered } of [...alteredColumns(kept), ...alteredRows(kept, earlier)]) {
    stateAlterations++;
    const found = await look(altered, ports);
    undetected.push(...wrongs(found, [untouched]).map((wrong) => `${what}: ${wrong}`));
    for (const code of codesOf(found).filter((each) => !isIntegrity(each)))
      otherwise.set(place, (otherwise.get(place) ?? new Set()).add(code));
  }
  const seenBefore = new Map<Kept, SeenState>();
  const mixed = [...mixedTables(kept, earlier)].filter((_, index) => index % (how === "all" ? 1 : 7) === 0);
  for (const { what, altered, before } of mixed) {
    stateAlterations++;
    if (!seenBefore.has(before)) seenBefore.set(before, await look(before, ports));
    const found = await look(altered, ports);
    undetected.push(
      ...wrongs(found, [untouched, seenBefore.get(before)!]).map((wrong) => `${what}: ${wrong}`),
    );
  }
  const codes = [...otherwise].map(([place, each]) => [place, [...each].sort()] as const);
  expect(Object.fromEntries(codes)).toEqual(saidOtherwise);
  return { figures: { stateAlterations, stateUndetected: undetected.length }, wrong: undetected };
}

/**
 * Before there is a key nothing can be authenticated: what is wrong with these columns is told as what it looks like.
 * With the key in hand they are authenticated as all others.
 */
const saidOtherwise = {
  "stack.format": ["store/newer-format"],
  "stack.lineage": ["store/key-wrong"],
  "stack.name": ["store/other-project"],
  "stack.project": ["store/other-project"],
  "stack.wrapped_key": ["store/key-wrong"],
};

function isIntegrity(code: string): boolean {
  return exitCodeOf([{ code } as Diagnostic]) === exitCodes.integrity;
}

interface Looked extends SeenState {
  /** What came of a run: it is refused before anything was to be written, or `writes`. */
  readonly begin: Seen;
}

async function look(kept: Kept, ports: StorePorts): Promise<Looked> {
  const open = async () => (await openStore(storeOfRows(kept), ports)).open(address, { create: false });
  const begin = await seen(async () => {
    await (await open()).begin({ command: "apply", actor: "eve" });
  });
  const isAboutToWrite = "refusal" in begin && begin.refusal.includes("store/write-failed");
  return { ...(await seenOf(open)), begin: isAboutToWrite ? { text: "writes" } : begin };
}

/** What of it is neither refused nor as it was at one of these times. */
function wrongs(found: Looked, times: readonly SeenState[]): readonly string[] {
  const others = (["read", "journal", "history"] as const).filter((way) => {
    const what = found[way];
    return "text" in what && !times.some((then) => (then[way] as { text?: string }).text === what.text);
  });
  return [
    ...others.map(
      (way) => `${way} has seen something else: ${(found[way] as { text: string }).text.slice(0, 99)}`,
    ),
    ...("text" in found.verify ? ["verify has found nothing"] : []),
    ...("text" in found.begin && found.begin.text !== "writes" ? [`a run ${found.begin.text}`] : []),
    ...("refusal" in found.read && "text" in found.begin ? ["a run begins"] : []),
  ];
}
