/**
 * `npm run bench [-- name …]`: runs each bench/<name>.bench.ts in a separate process, with a package built from the
 * current sources, and prints the rows that its default export returns: first rows with targets, then the others.
 * Without names it takes about a quarter of an hour.
 *
 * `--smoke` runs the smallest size once and without other tools, to check that the benchmarks work. `--largest 1000`
 * skips larger programs. `--peers` also installs tools that are not on the PATH. `--write` writes the results of a full
 * run to docs/performance.json and docs/performance.md. `--strict` fails if a target is missed.
 */
import { fork } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { buildPackage, packageFolder } from "../bench/build-package.js";
import { syncsPerSecond } from "../bench/measure/index.js";
import { findPeers } from "../bench/peers/find-peers.js";
import { performancePage } from "../bench/report/performance-page.js";
import {
  barRows,
  finerRows,
  peerText,
  type Benchmark,
  type Performance,
} from "../bench/report/performance.js";
import { formatTable, isMet, type BenchOptions, type BenchRow } from "./bench-table.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    smoke: { type: "boolean", default: false },
    largest: { type: "string" },
    peers: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    strict: { type: "boolean", default: false },
  },
});
const all = readdirSync("bench")
  .filter((file) => file.endsWith(".bench.ts"))
  .map((file) => file.slice(0, -".bench.ts".length))
  .sort();
const names = all.filter(
  (name) => positionals.length === 0 || positionals.some((word) => isMeant(name, word)),
);
const stranger = positionals.find((word) => !all.some((name) => isMeant(name, word)));
const isFull = positionals.length === 0 && !values.smoke && values.largest === undefined;
if (stranger !== undefined) refuse(`Unknown benchmark ${stranger}. Benchmarks: ${all.join(", ")}.`);
if (values.write && !isFull) refuse("--write requires a full run: omit names, --smoke and --largest.");

const began = performance.now();
const work = mkdtempSync(join(tmpdir(), "coconut-bench-"));
const failed: string[] = [];
const shipped = packageFolder();
process.on("exit", () => {
  for (const folder of [shipped, work]) rmSync(folder, { recursive: true, force: true });
});
process.on("SIGINT", () => process.exit(130));

tell("building the package");
// Declarations only matter for the installed size, and for what the compiler is given.
const withTypes = new Set(["p8-installed", "p11-typings"]);
buildPackage(shipped, { types: names.some((name) => withTypes.has(name)) });
const found = await measureAll();
print(found);
if (failed.length === 0 && values.write) write(found);
const isMissed = barRows(found.benchmarks).some((row) => isMet(row) === false);
if (failed.length > 0 || (values.strict && isMissed)) process.exitCode = 1;

async function measureAll(): Promise<Performance> {
  const wantsPeers = values.peers || !values.smoke;
  const peers = wantsPeers ? findPeers(work, { install: values.peers || isFull }) : [];
  const options: BenchOptions = {
    smoke: values.smoke,
    largest: values.smoke ? 100 : Number(values.largest ?? Infinity),
    package: shipped,
    work,
    peers: peers.flatMap((peer) => ("missing" in peer ? [] : [peer])),
  };
  const syncs = syncsPerSecond(work);
  const benchmarks: Benchmark[] = [];
  for (const [index, name] of names.entries()) {
    tell(`${name} (${index + 1} of ${names.length})`);
    const rows = await measure(name, options);
    if (rows === undefined) {
      failed.push(name);
      continue;
    }
    const shown = values.smoke ? rows.map(withoutBar) : rows;
    benchmarks.push({ name, rows: shown });
    // The full table is printed only at the end, which takes long.
    if (names.length > 1) console.error(formatTable(shown));
  }
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly version: string };
  return {
    version,
    node: process.versions.node,
    processors: availableParallelism(),
    syncsPerSecond: syncs,
    minutes: Math.ceil((performance.now() - began) / 60_000),
    peers: peers.map(({ name, ...rest }) =>
      "missing" in rest ? { name, missing: rest.missing } : { name, version: rest.version },
    ),
    benchmarks,
  };
}

/** Removes the target of a row, because a smoke run has other sizes and repetitions. */
function withoutBar(row: BenchRow): BenchRow {
  const { bar: _, ...rest } = row;
  return rest;
}

/** True if the word is the name of the benchmark, or the id of its target. */
function isMeant(name: string, word: string): boolean {
  return name === word || name.startsWith(`${word.toLowerCase()}-`);
}

/** Returns the rows of one benchmark; undefined if it failed and printed the reason to stderr. */
async function measure(name: string, options: BenchOptions): Promise<readonly BenchRow[] | undefined> {
  const outfile = `node_modules/.cache/coconut/bench/${name}.mjs`;
  // JSON cannot represent Infinity.
  const given = JSON.stringify({ ...options, largest: Math.min(options.largest, Number.MAX_SAFE_INTEGER) });
  await build({
    stdin: {
      contents: `import run from "./bench/${name}.bench.js"; process.send(await run(${given}));`,
      resolveDir: process.cwd(),
      loader: "ts",
    },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    sourcemap: "linked",
    logLevel: "warning",
  });
  const child = fork(outfile, { execArgv: ["--enable-source-maps"] });
  let rows: readonly BenchRow[] | undefined;
  child.on("message", (message) => {
    rows = message as readonly BenchRow[];
    child.disconnect();
  });
  const status = await new Promise((resolve) => child.on("exit", resolve));
  if (status === 0 && rows !== undefined) return rows;
  console.error(`bench/${name}.bench.ts failed.`);
  return undefined;
}

function print({ benchmarks, peers, syncsPerSecond: syncs }: Performance): void {
  const judged = barRows(benchmarks);
  if (judged.length > 0) console.log(`${formatTable(judged)}\n`);
  for (const { name, rows } of finerRows(benchmarks)) console.log(`${name}\n${formatTable(rows)}\n`);
  if (peers.length > 0) console.log(`Other tools: ${peers.map(peerText).join("; ")}.`);
  console.log(`The disk: ${Math.round(syncs)} durable writes of 4 KiB per second.`);
  console.log(`Node ${process.versions.node}, ${availableParallelism()} processors.`);
  tell(`done${failed.length > 0 ? `; failed: ${failed.join(", ")}` : ""}`);
}

function write(found: Performance): void {
  writeFileSync("docs/performance.json", `${JSON.stringify(found, null, 2)}\n`);
  writeFileSync("docs/performance.md", performancePage(found));
  console.log("Written: docs/performance.json and docs/performance.md.");
}

/** Prints a progress message with the elapsed time. */
function tell(text: string): void {
  console.error(`[${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s] ${text}`);
}

function refuse(text: string): never {
  console.error(text);
  process.exit(64);
}
