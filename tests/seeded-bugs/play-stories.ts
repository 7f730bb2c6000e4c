/** Plays stories until something does not hold, says what and in which, and ends with 1. */
import { play } from "../simulation/play.js";
import { playSingleFault, singleFaults, type SingleFault } from "../simulation/single-faults.js";
import { drawStory } from "../simulation/story/story.js";

/** A fixed story with every single fault, or the random stories of some seeds. */
export type PlayRequest =
  | {
      readonly story: string;
      /** With those of one wait alone; at none at all, if it is zero. */
      readonly wait?: number;
    }
  | {
      readonly seeds: number;
      /** The first. */
      readonly from?: number;
    };

/** What does not hold, and what is to be played to see it again. */
export interface PlayFailure {
  readonly said: string;
  readonly again: PlayRequest;
}

const request = JSON.parse(process.argv[2] ?? "") as PlayRequest;
let playing: PlayRequest = "story" in request ? { ...request, wait: 0 } : request;
// Of a mistake that lets go of a promise, the story says what comes of it.
process.on("unhandledRejection", () => {});
process.on("uncaughtException", (error) => end(`thrown where nobody waits: ${error.message}`));
try {
  end("story" in request ? await failureOf(request.story, request.wait) : await failureIn(request));
} catch (error) {
  const { message, cause } = error as Error;
  end(`${message}: ${cause instanceof Error ? cause.message : ""}`);
}

function end(said: string | undefined): void {
  const failure: PlayFailure | undefined = said === undefined ? undefined : { said, again: playing };
  process.stdout.write(JSON.stringify(failure) ?? "", () => process.exit(failure === undefined ? 0 : 1));
}

async function failureOf(story: string, wait: number | undefined): Promise<string | undefined> {
  for (const single of await singleFaults()) {
    const { at } = single.fault;
    if (single.name !== story || (wait !== undefined && wait !== at)) continue;
    playing = { story, wait: at };
    const { failure } = await playSingleFault(single).catch(unreadable(single));
    if (failure !== undefined) return firstWords(failure);
  }
  return undefined;
}

async function failureIn({ seeds, from = 1 }: Extract<PlayRequest, { readonly seeds: number }>) {
  for (let seed = from; seed < from + seeds; seed++) {
    playing = { seeds: 1, from: seed };
    const { violation } = await play(drawStory(seed));
    if (violation !== undefined) return `seed ${seed}: ${violation.message}`;
  }
  return undefined;
}

/** What a mistake has made of the store may be too little for a report. */
function unreadable({ name, fault }: SingleFault) {
  return ({ message }: Error) => ({
    failure: `${name}, with ${fault.kind} at wait ${fault.at}\n\n${message}`,
  });
}

/** `create, with crash at wait 4: The cloud has bucket o0, and state does not.` */
function firstWords(report: string): string {
  const [what, , why = ""] = report.split("\n");
  return `${what}: ${why.replace(/^Seed 1 fails: /, "")}`;
}
