import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { BenchOptions, BenchRow } from "../scripts/bench-table.js";
import { median, runNode } from "./measure.js";

/** What starting `coco` as it is built adds to the start of Node, when it has next to nothing to do. */
export default async function startCoco({ smoke }: BenchOptions): Promise<BenchRow[]> {
  const main = resolve("dist/cli/main.js");
  if (!existsSync(main)) throw new Error("dist is missing: run `npm run build` first.");
  const commands = { version: ["version"], help: ["help"], "help plan": ["help", "plan"] };
  const nothing: number[] = [];
  const times = Object.keys(commands).map(() => [] as number[]);
  for (let run = 0; run < (smoke ? 1 : 21); run++) {
    nothing.push(runNode(["-e", "0"]).milliseconds);
    Object.values(commands).forEach((words, index) =>
      times[index]!.push(runNode([main, ...words]).milliseconds),
    );
  }
  const floor = median(nothing);
  return Object.keys(commands).map((name, index) => {
    const measured = median(times[index]!);
    const bar = name === "version" ? "≤ 1.6 ratio" : "";
    return { work: `ms of coco ${name}`, measured, floor, ratio: measured / floor, bar };
  });
}
