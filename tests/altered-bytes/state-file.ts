import { expect } from "vitest";
import { changed, spreadChanges, type Altered, type ByteChange } from "./alterations.js";
import { crashedImage, type CrashedImage } from "./crashed-image.js";
import { codesOf, type SeenState } from "./seen-state.js";

/**
 * Alters single bytes of the file of a stack, whatever SQLite has there. Either it is found, or everything that can be
 * read is what it was; and a run on what was not found goes well, or is refused with a reason.
 */
export async function alteredStateFile(flips: number): Promise<Altered> {
  const image = await crashedImage();
  try {
    const untouched = await image.look(image.whole);
    expect(codesOf(untouched)).toEqual([]);
    const found = new Findings([untouched]);
    for (const change of spreadChanges(image.whole.database, flips)) {
      const database = changed(image.whole.database, change);
      found.add(change, await image.look({ database }));
      if (found.last === "without effect" && found.count("without effect") % 20 === 0)
        found.addRun(change, await image.run({ database }));
    }
    const figures = {
      fileFlips: flips,
      fileFlipsDetected: found.count("detected"),
      fileFlipsWithoutEffect: found.count("without effect"),
      fileFlipsUndetected: found.wrong.length,
    };
    return { figures, wrong: found.wrong };
  } finally {
    image.remove();
  }
}

/**
 * The same for SQLite's journal of a process that died. What stands behind an altered byte of it does not count for
 * SQLite, as if the power had failed there: all that is read is that of an earlier commit, never a mixture.
 */
export async function alteredStateJournal(flips: number): Promise<Altered> {
  const image = await crashedImage();
  try {
    const times = await timesOf(image);
    const found = new Findings(times);
    for (const change of spreadChanges(image.crashed.journal, flips)) {
      const journal = changed(image.crashed.journal, change);
      found.add(change, await image.look({ ...image.crashed, journal }));
    }
    const figures = {
      journalFlips: flips,
      journalFlipsDetected: found.count("detected"),
      journalFlipsWithoutEffect: found.count("without effect"),
      journalFlipsAsOfAnEarlierCommit: found.count("earlier"),
      journalFlipsUndetected: found.wrong.length,
    };
    return { figures, wrong: found.wrong };
  } finally {
    image.remove();
  }
}

/** What is seen of it as it is, and of it cut behind each frame, latest first. */
async function timesOf({ crashed, look }: CrashedImage): Promise<readonly SeenState[]> {
  const times: SeenState[] = [];
  for (let end = crashed.journal.length; end >= 0; end -= frameBytes) {
    const seen = await look({ ...crashed, journal: crashed.journal.subarray(0, end) });
    expect(codesOf(seen)).toEqual([]);
    times.push(seen);
  }
  return times;
}

const frameBytes = 24 + 4096;

type Finding = "detected" | "without effect" | "earlier";

class Findings {
  readonly wrong: string[] = [];
  last: Finding | undefined;
  readonly #times: readonly SeenState[];
  readonly #counts = new Map<Finding, number>();

  /** `times` are what may be seen, and how it is comes first. */
  constructor(times: readonly SeenState[]) {
    this.#times = times;
  }

  count(finding: Finding): number {
    return this.#counts.get(finding) ?? 0;
  }

  add({ at, to }: ByteChange, seen: SeenState): void {
    const time = this.#times.findIndex((then) => isAsThen(seen, then));
    if (time === -1) this.wrong.push(`byte ${at} as ${to}: ${JSON.stringify(seen).slice(0, 300)}`);
    this.last = codesOf(seen).length > 0 ? "detected" : time === 0 ? "without effect" : "earlier";
    this.#counts.set(this.last, this.count(this.last) + 1);
  }

  /** What a run has left behind: what is wrong with it. */
  addRun({ at, to }: ByteChange, left: readonly string[]): void {
    if (left.length > 0) this.wrong.push(`a run with byte ${at} as ${to} has left ${left.join()}`);
  }
}

/** Each way of looking is refused, or shows what it showed then; and a check of all finds nothing only if all is so. */
function isAsThen(seen: SeenState, then: SeenState): boolean {
  const ways = Object.keys(seen) as (keyof SeenState)[];
  const same = ways.filter(
    (way) => "text" in seen[way] && JSON.stringify(seen[way]) === JSON.stringify(then[way]),
  );
  const refused = ways.filter((way) => "refusal" in seen[way]);
  return same.length + refused.length === ways.length && (refused.length === 0 || "refusal" in seen.verify);
}
