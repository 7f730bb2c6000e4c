import { parseArgs } from "node:util";
import { withCheckout } from "./checkout.js";
import { measure, type Measure } from "./structure/measure.js";

/**
 * Measures how the source is built, so that a change of it can be judged: `npm run structure [-- --base <rev>] [--names]
 * [--json]`. With `--base`, another commit is measured by the same code, and both stand in one table. `--names` prints the
 * files, types and edges behind each number, `--json` everything.
 *
 * The path of a resource is the set of files with a function that `apply` calls at least once more for each further
 * resource (`scripts/trace-apply.mjs`). Nouns (`model/`), shelves, faces and the resource type's own provider are left out.
 * The shapes are the object types in the signatures of those functions that stand for a resource (`structure/shapes.ts`).
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

/** With a base, the names that only one of both has. */
function namesOf(before: Measure | undefined, after: Measure): string[] {
  const old = before?.names ?? [];
  const present = after.names ?? [];
  if (before === undefined) return present.map((name) => `  ${name}`);
  return [
    ...old.filter((name) => !present.includes(name)).map((name) => `  - ${name}`),
    ...present.filter((name) => !old.includes(name)).map((name) => `  + ${name}`),
  ];
}
