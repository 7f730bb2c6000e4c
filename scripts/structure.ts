import { parseArgs } from "node:util";
import { withCheckout } from "./checkout.js";
import { measure, type Measure } from "./structure/measure.js";

/**
 * `npm run structure [-- --base <rev>] [--names] [--json]`: measures the structure of the source, to judge a
 * refactoring. `--base` also measures another commit with the same code and prints both in one table. `--names` prints
 * the files, types and edges behind each number, `--json` prints everything.
 *
 * The path of a resource is the set of files with a function that `apply` calls at least once more for each further
 * resource (`scripts/trace-apply.mjs`), without `model/`, helpers, user interfaces and the provider of the resource
 * type. The shapes are the object types in the signatures of those functions that represent a resource
 * (`structure/shapes.ts`).
 */
const { values } = parseArgs({
  options: { base: { type: "string" }, json: { type: "boolean" }, names: { type: "boolean" } },
});
const now = measure(".");
const base = values.base === undefined ? undefined : await withCheckout(values.base, measure);

if (values.json) console.log(JSON.stringify({ ...(base && { base }), now }, undefined, 2));
else console.log(table());

function table(): string {
  const width = Math.max(...now.map(({ name }) => name.length));
  const line = (name: string, before: string, after: string) =>
    `${name.padEnd(width)}${base === undefined ? "" : before.padStart(10)}${after.padStart(10)}`;
  const rows = now.map((each, index) => {
    const before = base?.[index];
    const row = line(each.name, String(before?.value), String(each.value));
    return values.names ? [row, ...namesOf(before, each)].join("\n") : row;
  });
  return [line("", values.base?.slice(0, 9) ?? "", "now"), ...rows].join("\n");
}

/** Returns the names behind a number; with a base, only the names that differ. */
function namesOf(before: Measure | undefined, after: Measure): string[] {
  const old = before?.names ?? [];
  const present = after.names ?? [];
  if (before === undefined) return present.map((name) => `  ${name}`);
  return [
    ...old.filter((name) => !present.includes(name)).map((name) => `  - ${name}`),
    ...present.filter((name) => !old.includes(name)).map((name) => `  + ${name}`),
  ];
}
