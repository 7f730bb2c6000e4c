/**
 * Every bad input of `corpus/`, given to the real `coco`. A file of `corpus/` holds the entries of an area; what an
 * entry may say is in `corpus-entry.ts`:
 *
 * - `start`: the project it begins in, one of `starts.json`, which is made once and copied for every entry;
 * - `given`: what is done to it before, by the few steps `write folder pipe link copy remove cut mode give take replace
 *   sql run`; `sql` changes the state behind the store's back, and with `sealAnew` as someone would who has its key;
 * - `command`, `environment`, `input`: what is run;
 * - `code`, `exit`, `says`, `neverSays`: how that has to end. Without a `code` it is data like any other and is taken;
 * - `changes`: what it may write. Everything else in the project, the home folder and around them stays as it was.
 *
 * Of every run it is checked besides that it ends, in less than 512 MB of memory, leaves no process behind, and prints no
 * control characters, no stack trace and nothing about bugs. `npm run prove` also asks for `--json` each time, and tries
 * those that say `"only": "proof"`: for an ordinary run one of several that are much alike has to do. Entries that
 * Coconut has nothing for today say why under `doesNotApply`, and are counted apart. `parsers.json` is for
 * `parsers.test.ts`.
 */
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { CocoProjects } from "../cli/coco-projects.js";
import { counted, isFullProof, proved } from "../support/proof.js";
import type { CorpusEntry, CorpusFile, Start } from "./corpus-entry.js";
import { documentFaults, faultsOf } from "./faults-of.js";
import { faultyProvider } from "./faulty-provider.js";
import { prepare, textOf } from "./given-steps.js";
import { Sandbox, type Ended } from "./sandbox.js";

const projects = new CocoProjects();
const folder = realpathSync(mkdtempSync(join(tmpdir(), "coconut-bad-input-")));
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const starts = JSON.parse(readFileSync(here("starts.json"), "utf8")) as Record<string, Start>;
const made = new Map<string, Promise<Sandbox>>();
let copies = 0;

const areas = readdirSync(here("corpus"))
  .filter((file) => file.endsWith(".json") && file !== "parsers.json")
  .map((file) => {
    const { entries } = JSON.parse(readFileSync(here(`corpus/${file}`), "utf8")) as CorpusFile;
    return { area: file.replace(".json", ""), entries };
  });
const all = areas.flatMap(({ entries }) => entries);
const figures = {
  entries: 0,
  refusedAsDocumented: 0,
  takenAsData: 0,
  doNotApply: 0,
  notTriedHere: 0,
  violations: 0,
};

afterAll(() => {
  projects.remove();
  rmSync(folder, { recursive: true, force: true });
  proved("bad-input", figures);
});

function start(name: string): Promise<Sandbox> {
  const known = made.get(name) ?? makeStart(name);
  made.set(name, known);
  return known;
}

async function makeStart(name: string): Promise<Sandbox> {
  const { main, files = {}, environment = {}, given = [] } = starts[name]!;
  const project = projects.project(main, { "faulty.ts": faultyProvider, ...files }).files.folder;
  const sandbox = new Sandbox(join(folder, `start-${made.size}`), projects.command);
  sandbox.adopt(project);
  await prepare(sandbox, given, environment);
  return sandbox;
}

/** Runs an entry in a copy of its own, and tells what is wrong with how it ended. */
async function tried(
  entry: CorpusEntry,
  more: readonly string[],
  judge: (
    ended: Ended,
    before: ReadonlyMap<string, string>,
    after: ReadonlyMap<string, string>,
  ) => readonly string[],
): Promise<void> {
  const name = entry.start ?? "applied";
  const sandbox = (await start(name)).copy(join(folder, `copy-${++copies}`));
  const given = starts[name]!.environment ?? {};
  const taken = await prepare(sandbox, entry.given ?? [], given);
  const own = Object.entries(entry.environment ?? {}).map(([key, text]) => [key, textOf(text, taken)]);
  const before = sandbox.seen();
  const words = entry.command.map((word) => textOf(word, taken));
  const ended = await sandbox.coco([...words, ...more], {
    environment: { ...given, ...(Object.fromEntries(own) as Record<string, string>) },
    input: textOf(entry.input ?? "", taken),
  });
  const faults = judge(ended, before, sandbox.seen());
  const told = `${ended.output}\n${ended.errors}`.slice(0, 4000);
  expect({ faults, told: faults.length === 0 ? "" : told }).toEqual({ faults: [], told: "" });
  rmSync(sandbox.folder, { recursive: true, force: true });
}

const isFormatted = ({ command }: CorpusEntry) =>
  command.some((word) => word === "--json" || word === "--events");

describe.concurrent.each(areas)("$area", { timeout: 300_000 }, ({ entries }) => {
  test.each(entries)("$id: $what", async (entry) => {
    if ("doesNotApply" in entry) {
      expect(entry.doesNotApply).not.toBe("");
      figures.doNotApply++;
      return;
    }
    const isLeft = entry.only === "proof" && !isFullProof;
    if (isLeft || (entry.needs === "root" && process.getuid?.() !== 0)) {
      figures.notTriedHere++;
      return;
    }
    figures.entries++;
    await counted(figures, async () => {
      await tried(entry, [], (ended, before, after) => faultsOf(entry, ended, before, after));
      if (isFullProof && !isFormatted(entry))
        await tried(entry, ["--json"], (ended) => documentFaults(entry, ended));
    });
    if (entry.code === undefined) figures.takenAsData++;
    else figures.refusedAsDocumented++;
  });
});

test("every entry is one of its own", () => {
  const names = all.map(({ id, what }) => `${id}: ${what}`);
  expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
});
