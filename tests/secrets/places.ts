import { awkwardCanary, canary, shortCanary } from "./canary.js";

const plain = [
  "top field pin ephemeral session lease nested array whole template concat apply async all asset archive trigger credential setting own callback",
  "inner below condition member asked output problem",
]
  .join(" ")
  .split(" ");
const awkward = "deep-array map whole template json asset output".split(" ");

/** What a resource of the provider answers with; that of main is secret as a whole. */
const outputs = ["first", "second"].flatMap((id) => [1, 2, 3, 4].map((count) => `output ${id} ${count}`));

/** The rounds through which the values of a program go. */
export const rounds = [1, 2, 3, 4];

/** Every secret of these tests whose text is known beforehand, by its place. */
export const secretsByPlace: ReadonlyMap<string, string> = new Map([
  ...rounds.flatMap((round) => [
    ...plain.map((place) => [`${place} ${round}`, canary(`${place} ${round}`)] as const),
    ...awkward.map((place) => [`awkward ${place} ${round}`, awkwardCanary(`${place} ${round}`)] as const),
    [`command environment ${round}`, canary(`command environment ${round}`)] as const,
    [`command stdin ${round}`, awkwardCanary(`command stdin ${round}`)] as const,
  ]),
  ...outputs.map((place) => [`made ${place}`, canary(place)] as const),
  ...outputs.map((place) => [`extra ${place}`, awkwardCanary(place)] as const),
  ["config", canary("config")],
  ["config credential", awkwardCanary("config credential")],
  ["config old", canary("config old")],
  ["drifted", canary("drifted")],
  ["imported", canary("imported")],
  ["revealed", canary("revealed")],
  ["process environment", canary("process environment")],
  ["process command", canary("process command")],
  ["passphrase", canary("passphrase")],
  ["short", shortCanary("short")],
]);
