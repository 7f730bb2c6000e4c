import { expect, test } from "vitest";
import { play } from "./play.js";
import { fixedStories } from "./story/fixed-stories.js";
import { drawnTypes, type Drawn } from "./story/sketch.js";
import type { Story } from "./story/story.js";
import type { Fault } from "./world/faults.js";

const [drawn] = [...fixedStories["import"]!.start.values()];

/** A resource whose object somebody takes away before a refresh. The seed decides which nonsense a read answers. */
function lostAndRefreshed(type: Drawn["type"], seed: number, ...faults: readonly Fault[]): Story {
  return {
    seed,
    start: new Map([[0, { ...drawn!, type }]]),
    acts: [
      { kind: "apply", by: "itself", request: { parallel: 1, continueOnError: false } },
      { kind: "outside", what: "lose", place: 0 },
      { kind: "refresh" },
    ],
    faults,
    lagMs: 0,
    isEmbedded: false,
  };
}

test.each([...drawnTypes, "host" as const])(
  "a read that answers nonsense does not keep a lost %s in state",
  { timeout: 300_000 },
  async (type) => {
    const { world, violation } = await play(lostAndRefreshed(type, 1));
    expect(violation).toBeUndefined();
    const at = 1 + world.faults.seen.findLastIndex(({ what }) => what.startsWith(`read ${type}`));
    expect(at).toBeGreaterThan(0);
    for (let seed = 1; seed <= 12; seed++) {
      const played = await play(lostAndRefreshed(type, seed, { at, kind: "malformed-answer" }));
      expect(played.world.faults.happened("malformed-answer")).toBe(1);
      if (played.violation !== undefined) throw played.violation;
    }
  },
);
