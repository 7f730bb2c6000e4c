/**
 * `npm run seeded-bugs`: makes deliberate mistakes in the engine, one at a time, and looks whether the layer notices
 * that must. `-- "call before intent" …` makes some. Ends with an error if one is missed.
 */
import { firstRed } from "../tests/seeded-bugs/first-red.js";
import { listedBugs } from "../tests/seeded-bugs/listed-bugs.js";
import { ownBugs } from "../tests/seeded-bugs/own-bugs.js";
import type { AppliedBug } from "../tests/seeded-bugs/seeded-bug.js";
import { proved } from "../tests/support/proof.js";

const all = [...listedBugs, ...ownBugs];
const asked = process.argv.slice(2);
const stranger = asked.find((each) => !all.some(({ bug }) => bug === each));
if (stranger !== undefined) {
  console.error(`There is no such mistake: ${JSON.stringify(stranger)}.`);
  process.exit(64);
}
const applied = all.filter((each): each is AppliedBug => "mutant" in each);
const chosen = asked.length === 0 ? applied : applied.filter(({ bug }) => asked.includes(bug));

const red = await redWithoutMistake(chosen);
for (const what of red) console.error(`Red without any mistake, so nothing can be said: ${what}`);
if (red.length > 0) process.exit(1);

const missed: string[] = [];
for (const { bug, mutant, caughtBy } of chosen) {
  const found = await firstRed(caughtBy, mutant);
  if (found === undefined) missed.push(bug);
  console.log(
    found === undefined
      ? `MISSED  ${bug}  by ${caughtBy.layer}`
      : `caught  ${bug}  by ${caughtBy.layer}: ${found}`,
  );
}
const caught = chosen.length - missed.length;
console.log(`\n${caught} caught, ${missed.length} missed; ${all.length - applied.length} do not apply`);
if (asked.length === 0) {
  proved("seeded-bugs", {
    listed: listedBugs.length,
    apply: listedBugs.filter((each) => "mutant" in each).length,
    ownBugs: ownBugs.length,
    caught,
    missed: missed.length,
  });
}
process.exitCode = missed.length === 0 ? 0 : 1;

/** Each part of a layer once. */
async function redWithoutMistake(bugs: readonly AppliedBug[]): Promise<readonly string[]> {
  const parts = new Map(bugs.map(({ caughtBy }) => [JSON.stringify(caughtBy), caughtBy]));
  const found: string[] = [];
  for (const part of parts.values()) {
    const first = await firstRed(part, undefined);
    if (first !== undefined) found.push(`${part.layer}: ${first}`);
  }
  return found;
}
