import type { RunEvent } from "../../../src/model/index.js";

/** The steps of another round are others, whatever they are called. */
export function roundsOf(events: readonly RunEvent[]): readonly (readonly RunEvent[])[] {
  const rounds: RunEvent[][] = [[]];
  for (const event of events) {
    if (event.kind === "apply-started") rounds.push([]);
    rounds.at(-1)!.push(event);
  }
  return rounds;
}

/** Whether a resource is deleted in a later round than another one: only then could its callback run. */
export function isDeletedInLaterRound(urn: string, than: string, events: readonly RunEvent[]): boolean {
  const rounds = roundsOf(events);
  const roundOf = (each: string) =>
    rounds.findIndex((round) =>
      round.some((event) => event.kind === "step-started" && event.action === "delete" && event.urn === each),
    );
  return roundOf(urn) > roundOf(than);
}
