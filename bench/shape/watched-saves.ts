import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { progress } from "../measure/index.js";
import type { CoconutStack } from "./coconut-stack.js";
import { thingProgram } from "./program-texts.js";

/**
 * Runs `coco watch --apply`, saves the program repeatedly, and returns the memory of the process in bytes, early and
 * late.
 */
export async function watchedSaves(
  stack: CoconutStack,
  [earlySaves, saves]: readonly [number, number],
): Promise<{
  readonly earlySaves: number;
  readonly saves: number;
  readonly early: number;
  readonly late: number;
}> {
  const { command, words, cwd, env } = stack.started(["watch", "--apply", "--yes", "--events"]);
  const watching = spawn(command, words, { cwd, env, stdio: ["ignore", "pipe", "ignore"] });
  const taken: number[] = [];
  try {
    const lines = createInterface({ input: watching.stdout })[Symbol.asyncIterator]();
    for (let save = 0; save <= saves; save++) {
      if (save % 20 === 0) progress(`save ${save} of ${saves}`);
      if (save > 0) writeFileSync(join(cwd, "main.ts"), `${thingProgram(stack.resources)}// ${save}\n`);
      await roundOf(lines);
      if (save === earlySaves || save === saves) taken.push(residentBytes(watching.pid!));
    }
  } finally {
    watching.kill("SIGINT");
  }
  const [early = 0, late = 0] = taken;
  return { earlySaves, saves, early, late };
}

/** Reads events until a round has ended. */
async function roundOf(lines: AsyncIterator<string>): Promise<void> {
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new Error("coco watch has ended.");
    if ((JSON.parse(value) as { readonly event?: string }).event === "round-ended") return;
  }
}

function residentBytes(pid: number): number {
  const [, pages] = readFileSync(`/proc/${pid}/statm`, "utf8").split(" ");
  return Number(pages) * 4096;
}
