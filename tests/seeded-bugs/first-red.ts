import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { bundledScript } from "../support/bundled-script.js";
import type { PlayFailure } from "./play-stories.js";
import type { Catcher } from "./seeded-bug.js";

/** What turned red, and the least that has to be tried to see whether it does by itself. */
export interface Red {
  readonly said: string;
  readonly again: Catcher;
}

/**
 * What turns red first with a mistake in the engine, or without one; undefined if nothing does. What cannot be loaded or
 * comes to no end has noticed nothing, and is thrown.
 */
export async function firstRed(catcher: Catcher, mutant: string | undefined): Promise<Red | undefined> {
  if (!("file" in catcher)) return redStory(catcher, mutant);
  const said = await redTest(catcher, mutant);
  return said === undefined ? undefined : { said, again: catcher };
}

/** What hangs because of a mistake is ended. */
const longestMs = 600_000;

/** The part of vitest's own report that says what failed. */
export interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

async function redTest(
  { file, filter }: Extract<Catcher, { readonly file: string }>,
  mutant: string | undefined,
): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "coconut-seeded-"));
  const outputFile = join(folder, "report.json");
  const words = ["run", file, ...(filter === undefined ? [] : ["-t", filter]), "--bail=1"];
  const report = ["--reporter=json", `--outputFile=${outputFile}`];
  const { stderr } = await node(["node_modules/vitest/vitest.mjs", ...words, ...report], mutant);
  try {
    if (!existsSync(outputFile)) throw new Error(`${words.join(" ")} came to no end:\n${stderr}`);
    return redIn(JSON.parse(readFileSync(outputFile, "utf8")) as Report);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The test that found something wrong. */
export function redIn({ testResults }: Report): string | undefined {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = all.filter(({ status }) => status === "failed");
  const red = failed.find(({ failureMessages }) => !failureMessages.some((text) => outOfTime.test(text)));
  if (red !== undefined) return red.fullName;
  if (failed.length > 0) throw new Error(`${failed[0]!.fullName} has run out of time.`);
  const broken = testResults.find(({ status }) => status === "failed");
  if (broken !== undefined) throw new Error(`${relative("", broken.name)}: ${firstLine(broken.message)}`);
  if (!all.some(({ status }) => status === "passed")) throw new Error("There are no such tests.");
  return undefined;
}

/** How vitest spells it in a report, and how tests say it that wait for something by themselves. */
const outOfTime = /^Error: STACK_TRACE_ERROR|timed out|Time passed/;

/** In a process of its own, bundled: there is nothing of vitest that the simulation needs. */
async function redStory(
  catcher: Exclude<Catcher, { readonly file: string }>,
  mutant: string | undefined,
): Promise<Red | undefined> {
  const script = bundledScript("tests/seeded-bugs/play-stories.ts", mutant);
  const remove = await script.build();
  const request = JSON.stringify(catcher);
  const { isRed, stdout, stderr } = await node([script.path, request], mutant);
  remove();
  if (!isRed) return undefined;
  if (stdout === "") throw new Error(`${request} came to no end:\n${stderr}`);
  const { said, again } = JSON.parse(stdout) as PlayFailure;
  return { said: firstLine(said), again: { layer: catcher.layer, ...again } };
}

/** No part of a full proof: its figures are of an engine without mistakes. */
function node(words: readonly string[], mutant: string | undefined) {
  const { COCONUT_PROOF: _, COCONUT_MUTANT: _other, ...others } = process.env;
  const env = { ...others, ...(mutant !== undefined && { COCONUT_MUTANT: mutant }) };
  const options = { env, maxBuffer: 1 << 28, timeout: longestMs };
  return new Promise<{ readonly isRed: boolean; readonly stdout: string; readonly stderr: string }>(
    (resolve) =>
      execFile(process.execPath, words, options, (error, stdout, stderr) =>
        resolve({ isRed: error !== null, stdout, stderr }),
      ),
  );
}

function firstLine(text: string): string {
  return stripVTControlCharacters(text).trim().split("\n", 1)[0]!;
}
