import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { BenchOptions, BenchRow } from "../scripts/bench-table.js";
import { generatePackage } from "../tests/support/generated-package.js";
import { bundleSubject, measureSubject } from "./measure/index.js";

/**
 * Measures a generated package of 3,000 resource classes: its size, the cost of importing all of it, and the cost of
 * `new`, for the first resource of a class and for later ones. The floor is the same classes with an empty base class.
 */
export default async function generatedPackage({
  smoke,
  package: shipped,
}: BenchOptions): Promise<BenchRow[]> {
  const sdk = join(shipped, "dist/embed/index.js");
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
  const testing = join(shipped, "dist/testing/index.js");
  const cases = { bare: [bareFile, testing, "import"], full: [file, testing, "new"] };
  const { bare, full } = measureSubject(subject, cases, smoke ? 1 : 7);
  const bytes = generated.classes.map(({ javascript }) => Buffer.byteLength(javascript));
  const total = bytes.reduce((sum, each) => sum + each, 0);
  const ofImport = (work: string, unit: string, key: string, share: number): BenchRow => ({
    work,
    unit,
    measured: full.median[key]! * share,
    best: full.best[key]! * share,
    floor: bare.median[key]! * share,
    bestFloor: bare.best[key]! * share,
  });
  const ofNew = (key: string) => ({ unit: "µs", measured: (full.median[key]! * 1000) / count }) as const;
  return [
    {
      work: "JavaScript per class",
      unit: "bytes",
      measured: total / count,
      bar: { atMost: 350, of: "measured" },
      note: `longest ${Math.max(...bytes)}`,
    },
    {
      work: "declarations per class",
      unit: "bytes",
      measured: Buffer.byteLength(generated.declarations) / count,
    },
    ofImport(`import of ${count} classes`, "ms", "importing", 1),
    ofImport("heap after import, per class", "bytes", "bytes", 1 / count),
    { work: "new, the first of its class", ...ofNew("first") },
    { work: "new, after that", ...ofNew("second") },
  ];
}
