import { writeFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Bar, BenchOptions, BenchRow } from "../scripts/bench-table.js";
import { measureInTurn, runNode } from "./measure/index.js";
import { linkPackage } from "./shape/coconut-stack.js";

/** Measures how much `coco` adds to the start of Node, with almost no work to do. */
export default async function start(options: BenchOptions): Promise<BenchRow[]> {
  const folder = join(options.work, "empty");
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), `{ "name": "empty", "type": "module" }\n`);
  writeFileSync(join(folder, "main.ts"), "export {};\n");
  linkPackage(folder, options.package);
  const place = { cwd: folder, env: { XDG_CONFIG_HOME: join(options.work, "settings") } };
  const coco = (...words: readonly string[]) =>
    runNode([join(options.package, "dist/cli/main.js"), ...words], place).milliseconds;
  coco("apply", "--yes");
  const times = measureInTurn(
    {
      nothing: () => runNode(["-e", "0"], place).milliseconds,
      version: () => coco("version"),
      plan: () => coco("plan"),
      help: () => coco("help"),
    },
    options.smoke ? 1 : 21,
  );
  const row = (name: keyof typeof times, work: string, bar?: Bar): BenchRow => ({
    id: "P5",
    work,
    unit: "ms",
    measured: times[name].median,
    best: times[name].best,
    floor: times.nothing.median,
    bestFloor: times.nothing.best,
    ...(bar && { bar }),
  });
  return [
    row("version", "coco version", { atMost: 1.6, of: "ratio" }),
    row("plan", "coco plan of an empty program", { atMost: 3, of: "ratio" }),
    row("help", "coco help"),
  ];
}
