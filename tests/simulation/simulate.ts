import { createHash } from "node:crypto";
import { play, type Played } from "./play.js";
import { report } from "./report.js";
import { shrink } from "./shrink.js";
import { drawStory, type Story } from "./story.js";

export interface Simulated {
  readonly waits: number;
  readonly faults: number;
  readonly commands: number;
  /** Whether it was played twice, which must give the same. */
  readonly isRepeated: boolean;
  /** The whole report; absent if everything held. */
  readonly failure: string | undefined;
}

/** Plays the story of a seed. One of a hundred is played twice: all that happens must be the same. */
export async function simulate(seed: number): Promise<Simulated> {
  const story = drawStory(seed);
  const played = await play(story);
  const isRepeated = seed % 100 === 0;
  const failure =
    played.violation === undefined
      ? isRepeated
        ? differenceOf(played, await play(story), seed)
        : undefined
      : await failureOf(story, played);
  return { ...countedIn(played), isRepeated, failure };
}

export function countedIn({ world, commands }: Played): Pick<Simulated, "waits" | "faults" | "commands"> {
  return { waits: world.faults.waits, faults: world.faults.happened, commands };
}

/** Of all that was waited for, and all that the cloud did. */
function digestOf({ world }: Played): string {
  const hash = createHash("sha256").update(world.trace.join("\n"));
  return hash.update(JSON.stringify(world.cloud.effects)).digest("hex");
}

function differenceOf(first: Played, second: Played, seed: number): string | undefined {
  if (digestOf(first) === digestOf(second)) return undefined;
  const [one, two] = [first.world.trace, second.world.trace];
  const place = one.findIndex((line, index) => line !== two[index]);
  return `Seed ${seed} was played twice, and went otherwise from line ${place}:\n${one[place]}\n${two[place]}`;
}

async function failureOf(story: Story, played: Played): Promise<string> {
  const kind = kindOf(played);
  const smallest = await shrink(story, async (smaller) => kindOf(await play(smaller)) === kind);
  return report(smallest, await play(smallest));
}

/** What is violated, whatever it is violated by. */
function kindOf({ violation }: Played): string | undefined {
  return violation?.message
    .split("\n", 2)
    .join(" ")
    .replaceAll(/[\d]+|"[^"]*"/g, "…")
    .slice(0, 60);
}
