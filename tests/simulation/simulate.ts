import { createHash } from "node:crypto";
import { storedText } from "../support/invariants/index.js";
import { play, type Played } from "./play.js";
import { report } from "./report.js";
import { shrink } from "./shrink.js";
import { drawStory, type Story } from "./story/story.js";
import { faultKinds, type FaultKind } from "./world/faults.js";

/** What happened in stories, counted. */
export interface Counted {
  readonly commands: number;
  readonly waits: number;
  /** How often a process took over from another one that lived. */
  readonly takeovers: number;
  /** How many objects were not deleted, because a resource had them. */
  readonly kept: number;
  /** How many replacements turned out to need less. */
  readonly weaker: number;
  /** How many objects were made after their caller had died, when the next run had begun. */
  readonly late: number;
  /** How often each kind of fault happened. */
  readonly faults: { readonly [Kind in FaultKind]: number };
}

export interface Simulated extends Counted {
  /** Whether it was played twice, which must give the same. */
  readonly isRepeated: boolean;
  /** The whole report; absent if everything held. */
  readonly failure: string | undefined;
}

/** Plays the story of a seed. One of a hundred is played twice: all that happens must be the same. */
export async function simulate(seed: number, playing = play): Promise<Simulated> {
  const story = drawStory(seed);
  const played = await playing(story);
  const isRepeated = seed % 100 === 0;
  const failure =
    played.violation === undefined
      ? isRepeated
        ? await differenceOf(played, await playing(story), seed)
        : undefined
      : await failureOf(story, played, playing);
  return { ...countedIn(played), isRepeated, failure };
}

/** One for someone who looks on: `report` is all of it, whatever came of it. */
export async function playAgain(seed: number): Promise<Simulated & { readonly report: string }> {
  const story = drawStory(seed);
  return { ...(await simulate(seed)), report: await report(story, await play(story)) };
}

export function countedIn({ world, commands }: Played): Counted {
  const { faults, cloud, late, afterDeath } = world;
  return {
    commands: commands.count,
    waits: faults.waits,
    takeovers: commands.takeovers,
    kept: commands.kept,
    weaker: commands.weaker,
    late: cloud.effects.filter(
      ({ order, action, result }) =>
        action === "create" && result === "done" && late.has(order) && afterDeath.has(order),
    ).length,
    faults: countedFaults((kind) => faults.happened(kind)),
  };
}

export function countedFaults(count: (kind: FaultKind) => number): Counted["faults"] {
  return Object.fromEntries(faultKinds.map((kind) => [kind, count(kind)])) as Counted["faults"];
}

/** Of all that was waited for, all that the cloud did, and all that the store has. */
export async function digestOf({ world }: Pick<Played, "world">): Promise<string> {
  const hash = createHash("sha256").update(world.trace.join("\n"));
  hash.update(JSON.stringify(world.cloud.effects));
  return hash.update(await storedText(world.raw, world.address)).digest("hex");
}

async function differenceOf(first: Played, second: Played, seed: number): Promise<string | undefined> {
  if ((await digestOf(first)) === (await digestOf(second))) return undefined;
  const [one, two] = [first.world.trace, second.world.trace];
  const place = one.findIndex((line, index) => line !== two[index]);
  const where =
    place === -1
      ? "in what the cloud or the store has in the end."
      : `from line ${place}:\n${one[place]}\n${two[place]}`;
  return `Seed ${seed} was played twice, and went otherwise ${where}`;
}

async function failureOf(story: Story, played: Played, playing: typeof play): Promise<string> {
  const kind = kindOf(played);
  const smallest = await shrink(story, async (smaller) => kindOf(await playing(smaller)) === kind);
  return report(smallest, await playing(smallest));
}

/** What is violated, whatever it is violated by. */
function kindOf({ violation }: Played): string | undefined {
  return violation?.message
    .split("\n", 2)
    .join(" ")
    .replaceAll(/[\d]+|"[^"]*"/g, "…")
    .slice(0, 60);
}
