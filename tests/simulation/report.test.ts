import { compileFunction } from "node:vm";
import { transformSync } from "esbuild";
import { expect, test } from "vitest";
import type { Words } from "../support/scenario/index.js";
import { play } from "./play.js";
import { simulate } from "./simulate.js";
import { printProgram } from "./story/print-program.js";
import { programOf } from "./story/program-of.js";
import { edited, leasedAccount, type Sketch } from "./story/sketch.js";
import { drawStory, type Story } from "./story/story.js";

/** Of all that is played the start is wrong if it has a key that something else is beside. */
async function playedWrong(story: Story) {
  const isWrong = story.start.size > 1 && [...story.start.values()].some(({ type }) => type === "key");
  const violation = isWrong ? new Error("There is a key, and something else.") : undefined;
  return { ...(await play(story)), violation };
}

test(
  "a failure is reported with all that one needs to understand it, made small",
  { timeout: 120_000 },
  async () => {
    const seed = firstSeed(({ start, acts }) => start.size > 2 && acts.length > 2 && hasKey(start));
    const { failure = "" } = await simulate(seed, playedWrong);
    expect(failure).toContain(`Seed ${seed} fails: There is a key, and something else.`);
    expect(failure).toContain(`Replay: npm run simulate -- --seed ${seed}\n`);
    const [program, ...others] = failure.match(/^\(\{ .*\}: Words\) => \{\n(?: .*\n)*\}$/gm) ?? [];
    expect(others).toEqual([]);
    const shrunk = callsOf(compiled(program!));
    expect(shrunk.length).toBe(2);
    expect(shrunk.map(({ word }) => word)).toContain("key");
    const sections = failure
      .split(/\n\n(?=What was waited for|Journal:|Cloud:)/)
      .map((text) => text.split("\n"));
    const [told = [], waits = [], journal = [], cloud = []] = sections;
    expect(told.at(-1)).toBe("Then nothing goes wrong any more.");
    expect(waits).toContainEqual(expect.stringMatching(/^ +\d+ p101 #\d+ create key o\d$/));
    expect(journal[1]).toMatch(/^1 epoch 1 \{.*"kind":"run-begin".*\}$/);
    expect(
      journal.some((line) => line.includes('"kind":"intent"') && line.includes('"action":"create"')),
    ).toBe(true);
    expect(cloud).toContainEqual(expect.stringMatching(/^\d+ create key o\d key-\d done$/));
    expect(failure).toContain("report.test.ts");
  },
);

test("what is printed is what was played", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const { start, acts } = drawStory(seed);
    const edits = acts.flatMap((act) => (act.kind === "edit" ? act.edits : []));
    for (const sketch of [start, edits.reduce(edited, start)])
      expect(callsOf(compiled(printProgram(sketch)))).toEqual(callsOf(programOf(sketch)));
  }
});

test("a program is printed as one would write it", () => {
  const program = printProgram(
    new Map([
      [0, { ...drawn, type: "bucket" }],
      [1, { ...drawn, type: "task", uses: 0, group: 1, options: { deleteBeforeReplace: true } }],
      [2, { ...drawn, type: "key", within: 0, dependsOn: 1 }],
      [3, { ...drawn, type: "entry", uses: 1, takes: "revision", feedsIdentity: true, slot: 2 }],
      [4, { ...drawn, type: "note" }],
    ]),
  );
  expect(program).toMatchInlineSnapshot(`
    "({ bucket, task, key, entry, note, group }: Words) => {
      const g1 = group("g1");
      const r0 = bucket("r0-0", { name: "o0", region: "region-0", acl: "acl-1" });
      const r1 = task("r1-0", { name: "o1-0", command: "run 0", retries: 4, image: r0.id }, { deleteBeforeReplace: true, parent: g1 });
      r0.id.apply(() => {
        key("r2-0", { name: "o2", bits: 1024, passphrase: "canary-of-a-passphrase 1" }, { dependsOn: r1 });
      });
      const r3 = entry("r3-0", { name: "e2", zone: r1.revision, note: "1" });
      const r4 = note("r4-0", { name: "o4", text: "text 0", board: "board 1" });
      return { id0: r0.id, id1: r1.id, id3: r3.id, id4: r4.id };
    }"
  `);
});

const drawn = {
  version: 0,
  group: undefined,
  shade: 1,
  identity: 0,
  uses: undefined,
  takes: "id",
  feedsIdentity: false,
  slot: 0,
  dependsOn: undefined,
  goesWith: undefined,
  within: undefined,
  options: {},
  aliases: [],
} as const;

function firstSeed(isFit: (story: Story) => boolean): number {
  let seed = 1;
  while (!isFit(drawStory(seed))) seed++;
  return seed;
}

function hasKey(sketch: Sketch): boolean {
  return [...sketch.values()].some(({ type }) => type === "key");
}

/** The program that a text is. */
function compiled(text: string): (words: Words) => void {
  const { code } = transformSync(`export default ${text}`, { loader: "ts", format: "cjs" });
  const module = { exports: {} as { default?: (words: Words) => void } };
  compileFunction(code, ["module"])(module);
  return module.exports.default!;
}

interface Call {
  readonly word: string;
  readonly name: string;
  readonly inputs: object;
  readonly options: object;
}

/** What a program makes, in its order, and then what its callbacks make. */
function callsOf(program: (words: Words) => void): readonly Call[] {
  const calls: Call[] = [];
  const callbacks: (() => void)[] = [];
  const word =
    (kind: string) =>
    (name: string, inputs = {}, options = {}) => {
      calls.push({ word: kind, name, inputs, options });
      const id = { of: name };
      Object.defineProperty(id, "apply", { value: (callback: () => void) => void callbacks.push(callback) });
      return { name, id, revision: { revisionOf: name } };
    };
  // The text of the leased account differs in each evaluation.
  const coconut = { ephemeral: (text: string) => ({ ephemeral: text.replace(/ \d+$/, "") }) };
  const words = {
    get: (_: object, kind: string | symbol) => (kind === "coconut" ? coconut : word(String(kind))),
  };
  program(new Proxy({}, words) as Words);
  for (const callback of callbacks) callback();
  // A program always has that account, but it is only printed if a login uses it.
  const hasLogins = calls.some((call) => call.word === "login");
  return calls.filter(({ name }) => name !== leasedAccount || hasLogins);
}
