import * as coconut from "@coconut/coconut";
import { File } from "@coconut/coconut/local";
import { Shuffle } from "@coconut/coconut/random";

const config = new coconut.Config();
const members = config.getObject<string[]>("members") ?? ["ana", "ben", "cleo"];

// A list from the configuration: a card for each member.
export const cards = coconut.forEach(
  members,
  (member) => member,
  (_, name) => new File(`card-${name}`, { path: `out/cards/${name}.txt`, content: `${name}\n` }).path,
);

// A flag from the configuration: a draw, if there is to be one.
const draw = coconut.when(
  config.getBoolean("raffle", false),
  () => new Shuffle("draw", { inputs: members, resultCount: 2, seed: "spring" }).results,
);
const winners = draw.apply((names) => names ?? []);

// A list that is known after apply: a letter for each winner.
export const letters = coconut.forEach(
  winners,
  (winner) => winner,
  (winner, name) =>
    new File(`letter-${name}`, {
      path: `out/letters/${name}.txt`,
      content: coconut.interpolate`Dear ${winner}, you have won.\n`,
    }).path,
);

// A condition that is known after apply: a speech, if Ana wins.
export const speech = coconut.when(
  winners.apply((names) => names.includes("ana")),
  () => new File("speech", { path: "out/speech.txt", content: "I would like to thank Shuffle.\n" }).path,
);
