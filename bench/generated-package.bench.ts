import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { BenchOptions, BenchRow } from "../scripts/bench-table.js";
import { generatePackage } from "../tests/support/generated-package.js";
import { bundleSubject, measureSubject } from "./measure.js";

/**
 * A package of 3,000 resource classes that a generator wrote: its size, what importing all of it costs, and what
 * `new` costs, the first time for a class and after that. The floor is the same classes over an empty base class.
 */
export default async function generatedPackage({ smoke }: BenchOptions): Promise<BenchRow[]> {
  const sdk = resolve("dist/embed/index.js");
  if (!existsSync(sdk)) throw new Error("dist is missing: run `npm run build` first.");
  const count = smoke ? 30 : 3_000;
  const folder = resolve("node_modules/.cache/coconut/bench/generated");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const generated = generatePackage(count, sdk);
  const write = (name: string, text: string) => {
    writeFileSync(`${folder}/${name}`, text);
    return `${folder}/${name}`;
  };
  const file = write("package.mjs", generated.javascript);
  write("package.d.mts", generated.declarations);
  write("base.mjs", "export class CustomResource {}\n");
  const bareFile = write("bare.mjs", generatePackage(count, "./base.mjs").javascript);

  const subject = await bundleSubject("generated-package");
  const testing = resolve("dist/testing/index.js");
  const cases = { bare: [bareFile, testing, "import"], full: [file, testing, "new"] };
  const { bare, full } = measureSubject(subject, cases, smoke ? 1 : 7);
  const bytes = generated.classes.map(({ javascript }) => Buffer.byteLength(javascript));
  const total = bytes.reduce((sum, each) => sum + each, 0);
  const ofImport = (work: string, key: string, unit: number): BenchRow => ({
    work,
    measured: full.median[key]! * unit,
    floor: bare.median[key]! * unit,
    ratio: full.median[key]! / bare.median[key]!,
    "best ratio": full.best[key]! / bare.best[key]!,
  });
  const longest = Math.max(...bytes);
  return [
    { work: `bytes of JavaScript per class (longest ${longest})`, measured: total / count, bar: "≤ 350" },
    { work: "bytes of declarations per class", measured: Buffer.byteLength(generated.declarations) / count },
    ofImport(`ms to import ${count} classes`, "importing", 1),
    ofImport("heap bytes after import, per class", "bytes", 1 / count),
    { work: "µs per new, the first of its class", measured: (full.median["first"]! * 1_000) / count },
    { work: "µs per new, after that", measured: (full.median["second"]! * 1_000) / count },
  ];
}
