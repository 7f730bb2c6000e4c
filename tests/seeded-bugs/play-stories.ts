/** Plays stories until something does not hold, says what, and ends with 1. */
import { play } from "../simulation/play.js";
import { playSingleFault, singleFaults, type SingleFault } from "../simulation/single-faults.js";
import { drawStory } from "../simulation/story.js";

/** A fixed story with every single fault, or the random stories of the first seeds. */
export type PlayRequest = { readonly story: string } | { readonly seeds: number };

const request = JSON.parse(process.argv[2] ?? "") as PlayRequest;
// Of a mistake that lets go of a promise, the story says what comes of it.
process.on("unhandledRejection", () => {});
process.on("uncaughtException", (error) => end(`thrown where nobody waits: ${error.message}`));
try {
  end("story" in request ? await failureOf(request.story) : await failureIn(request.seeds));
} catch (error) {
  const { message, cause } = error as Error;
  end(`${message}: ${cause instanceof Error ? cause.message : ""}`);
}

function end(failure: string | undefined): void {
  process.stdout.write(failure ?? "", () => process.exit(failure === undefined ? 0 : 1));
}

async function failureOf(story: string): Promise<string | undefined> {
  for (const single of await singleFaults()) {
    if (single.name !== story) continue;
    const { failure } = await playSingleFault(single).catch(unreadable(single));
    if (failure !== undefined) return firstWords(failure);
  }
  return undefined;
}

/** What a mistake has made of the store may be too little for a report. */
function unreadable({ name, fault }: SingleFault) {
  return ({ message }: Error) => ({
    failure: `${name}, with ${fault.kind} at wait ${fault.at}\n\n${message}`,
  });
}

async function failureIn(seeds: number): Promise<string | undefined> {
  for (let seed = 1; seed <= seeds; seed++) {
    const { violation } = await play(drawStory(seed));
    if (violation !== undefined) return `seed ${seed}: ${violation.message}`;
  }
  return undefined;
}

/** `create, with crash at wait 4: The cloud has bucket o0, and state does not.` */
function firstWords(report: string): string {
  const [what, , why = ""] = report.split("\n");
  return `${what}: ${why.replace(/^Seed 1 fails: /, "")}`;
}
