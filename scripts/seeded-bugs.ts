/**
 * `npm run seeded-bugs`: seeds deliberate bugs into the engine, one at a time, and checks that the expected layer of
 * tests catches each of them. `-- "call before intent" …` runs only the named bugs. Exits with an error if a bug is
 * missed.
 */
import { availableParallelism } from "node:os";
import { Limiter } from "../src/std/index.js";
import { firstRed } from "../tests/seeded-bugs/first-red.js";
import { listedBugs } from "../tests/seeded-bugs/listed-bugs.js";
import { ownBugs } from "../tests/seeded-bugs/own-bugs.js";
import type { AppliedBug, Catcher } from "../tests/seeded-bugs/seeded-bug.js";
import { proved } from "../tests/support/proof.js";

const all = [...listedBugs, ...ownBugs];
const asked = process.argv.slice(2);
const stranger = asked.find((each) => !all.some(({ bug }) => bug === each));
if (stranger !== undefined) {
  console.error(`Unknown bug: ${JSON.stringify(stranger)}.`);
  process.exit(64);
}
const applied = all.filter((each): each is AppliedBug => "mutant" in each);
const chosen = asked.length === 0 ? applied : applied.filter(({ bug }) => asked.includes(bug));

let caught = 0;
const green = new Map<string, Promise<boolean>>();
const limiter = new Limiter(availableParallelism());
await Promise.all(chosen.map((bug) => limiter.run(() => make(bug))));
const missed = chosen.length - caught;
console.log(`\n${caught} caught, ${missed} missed; ${all.length - applied.length} do not apply`);
if (asked.length === 0) {
  proved("seeded-bugs", {
    listed: listedBugs.length,
    apply: listedBugs.filter((each) => "mutant" in each).length,
    ownBugs: ownBugs.length,
    caught,
    missed,
  });
}
process.exitCode = missed === 0 ? 0 : 1;

async function make({ bug, meaning, mutant, caughtBy }: AppliedBug): Promise<void> {
  const { isCaught, said } = await judged(caughtBy, mutant).catch((error: Error) => ({
    isCaught: false,
    said: `, which found nothing: ${error.message}`,
  }));
  if (isCaught) caught++;
  console.log(`${isCaught ? "caught" : "MISSED"}  ${bug}  by ${caughtBy.layer}${said}`);
  if (meaning !== undefined) console.log(`        ${meaning}`);
}

async function judged(
  catcher: Catcher,
  mutant: string,
): Promise<{ readonly isCaught: boolean; readonly said: string }> {
  const red = await firstRed(catcher, mutant);
  if (red === undefined) return { isCaught: false, said: "" };
  const isCaught = await isGreenWithoutMistake(red.again);
  return { isCaught, said: `${isCaught ? "" : ", which also fails without the bug"}: ${red.said}` };
}

/** Runs each part at most once. */
function isGreenWithoutMistake(part: Catcher): Promise<boolean> {
  const text = JSON.stringify(part);
  const known = green.get(text) ?? firstRed(part, undefined).then((red) => red === undefined);
  green.set(text, known);
  return known;
}
