import { play, type Played } from "./play.js";
import { report } from "./report.js";
import { countedIn, type Simulated } from "./simulate.js";
import { fixedStories } from "./story/fixed-stories.js";
import type { Story } from "./story/story.js";
import { canHappen, faultKinds, type Fault } from "./world/faults.js";

/** One thing that goes wrong in a fixed story. */
export interface SingleFault {
  readonly name: string;
  readonly fault: Fault;
}

/** Every wait of every fixed story, or of one, with every fault that can happen there. */
export async function singleFaults(
  names: readonly string[] = Object.keys(fixedStories),
): Promise<readonly SingleFault[]> {
  const all: SingleFault[] = [];
  for (const name of names) {
    const { world, violation } = await play(storyOf(name));
    if (violation !== undefined) throw new Error(`${name} fails with no fault at all`, { cause: violation });
    for (const [index, wait] of world.faults.seen.entries())
      for (const kind of faultKinds)
        if (canHappen(kind, wait)) all.push({ name, fault: { at: index + 1, kind } });
  }
  return all;
}

/** Every kind of fault once in every story, each time at another wait. */
export function oneOfEach(all: readonly SingleFault[]): readonly SingleFault[] {
  return Object.keys(fixedStories).flatMap((name, story) =>
    faultKinds.flatMap((kind, index) => {
      const possible = all.filter((each) => each.name === name && each.fault.kind === kind);
      const chosen = possible[(story * 7 + index * 11) % possible.length];
      return chosen === undefined ? [] : [chosen];
    }),
  );
}

/** Plays one; `failure` is the report of what does not hold. */
export async function playSingleFault(single: SingleFault): Promise<Omit<Simulated, "isRepeated">> {
  const story = storyOf(single.name, single.fault);
  const played = await play(story);
  const failure = played.violation === undefined ? undefined : await failureOf(single, story, played);
  return { ...countedIn(played), failure };
}

async function failureOf({ name, fault }: SingleFault, story: Story, played: Played): Promise<string> {
  const replay = `Replay: npm run simulate -- --story ${JSON.stringify(name)} --at ${fault.at} --fault ${fault.kind}`;
  return [`${name}, with ${fault.kind} at wait ${fault.at}`, replay, await report(story, played)].join("\n");
}

function storyOf(name: string, ...faults: readonly Fault[]): Story {
  return { seed: 1, ...fixedStories[name]!, faults, lagMs: 0, isEmbedded: false };
}
