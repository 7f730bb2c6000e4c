/**
 * Compares this checkout with another commit in one run: `npm run bench:compare -- <commit> [p1 p5 …] [--runs 9]`.
 *
 * Builds both packages and runs the same work with each of them alternately, so a slow machine affects both equally.
 * Prints medians and best runs, and the ratio of new to old.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { packageFolder } from "../bench/build-package.js";
import { bundleSubject, runNode, runSubject, timesOf } from "../bench/measure/index.js";
import { CoconutStack, linkPackage } from "../bench/shape/coconut-stack.js";
import { changedSize } from "../bench/shape/program-texts.js";
import type { BenchOptions } from "./bench-table.js";
import { withCheckout } from "./checkout.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "9" }, largest: { type: "string", default: "10000" } },
});
const [revision, ...wanted] = positionals;
if (revision === undefined) {
  console.error("Name the commit to compare with: npm run bench:compare -- <commit> [p1 p2 p4 p5 p6 p7]");
  process.exit(64);
}

type Side = "old" | "new";

const work = mkdtempSync(join(tmpdir(), "coconut-compare-"));
const packages = { old: packageFolder(), new: packageFolder() };
try {
  await withCheckout(revision, (root) => buildInto(root, packages.old));
  buildInto(process.cwd(), packages.new);
  await compareAll();
} finally {
  for (const folder of [...Object.values(packages), work]) rmSync(folder, { recursive: true, force: true });
}

/** Builds a package with the build script of its own commit. */
function buildInto(root: string, folder: string): void {
  for (const name of ["package.json", "templates"])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  execFileSync(process.execPath, ["scripts/build.mjs", "--no-types", folder], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
}

async function compareAll(): Promise<void> {
  const heap = await bundleSubject("plan-heap");
  const latency = await bundleSubject("latency-graph");
  const sizes = [1000, 10_000].filter((size) => size <= Number(values.largest));
  await compare("p5", "coco version", "ms", (options) => empty(options, "version"));
  await compare("p5", "coco plan of an empty program", "ms", (options) => empty(options, "plan"));
  for (const size of sizes)
    await compare("p1", `no-op plan of ${size}`, "ms", (options) => {
      const stack = new CoconutStack(options, size);
      stack.coco(["apply", "--yes"]);
      return () => stack.coco(["plan"]).milliseconds;
    });
  for (const size of sizes)
    await compare("p7", `plan of one change in ${size}`, "ms", (options) => {
      const stack = new CoconutStack(options, size, `changed-${size}`);
      stack.coco(["apply", "--yes"]);
      return () => stack.coco(["plan"], { [changedSize]: "1000001" }).milliseconds;
    });
  for (const size of sizes)
    await compare("p2", `apply creating ${size}`, "ms", (options) => {
      const stack = new CoconutStack(options, size, `created-${size}`);
      return () => {
        stack.forget();
        return stack.coco(["apply", "--yes"]).milliseconds;
      };
    });
  for (const kind of ["wide", "deep"])
    await compare("p4", `apply of a ${kind} graph, calls of 10 ms`, "ms", (options) => () => {
      const cwd = mkdtempSync(join(options.work, "graph-"));
      return runSubject(latency, [options.package, kind, "10"], { cwd, env: settings(options) })["makespan"]!;
    });
  await compare("p6", "heap of a plan of 10000", "KiB", (options) => {
    const place = { cwd: join(options.work, "heap"), env: settings(options) };
    mkdirSync(place.cwd);
    runSubject(heap, [options.package, "apply", "10000"], place);
    return () => runSubject(heap, [options.package, "plan", "10000"], place)["bytes"]! / 1024;
  });
}

async function compare(
  bar: string,
  name: string,
  unit: string,
  /** Returns a function that does the work once and returns the measured value. */
  prepare: (options: BenchOptions) => () => number,
): Promise<void> {
  if (wanted.length > 0 && !wanted.includes(bar)) return;
  const sides = { old: prepare(optionsOf("old", bar, name)), new: prepare(optionsOf("new", bar, name)) };
  const figures = { old: [] as number[], new: [] as number[] };
  for (let run = 0; run < Number(values.runs); run++)
    for (const side of run % 2 === 0 ? (["old", "new"] as const) : (["new", "old"] as const))
      figures[side].push(sides[side]());
  const [old, now] = [timesOf(figures.old), timesOf(figures.new)];
  const ratio = (a: number, b: number) => (b / a).toFixed(3);
  console.log(
    `${bar.toUpperCase()} ${name.padEnd(40)} ${old.median.toFixed(0)} -> ${now.median.toFixed(0)} ${unit}, ` +
      `${ratio(old.median, now.median)} (best ${old.best.toFixed(0)} -> ${now.best.toFixed(0)}, ${ratio(old.best, now.best)})`,
  );
}

function optionsOf(side: Side, bar: string, name: string): BenchOptions {
  const folder = join(work, `${bar} ${name}`.replaceAll(/\W+/g, "-"), side);
  mkdirSync(folder, { recursive: true });
  return { smoke: false, largest: Infinity, package: packages[side], work: folder, peers: [] };
}

function empty(options: BenchOptions, command: string): () => number {
  const cwd = join(options.work, "empty");
  mkdirSync(cwd);
  writeFileSync(join(cwd, "package.json"), `{ "name": "empty", "type": "module" }\n`);
  writeFileSync(join(cwd, "main.ts"), "export {};\n");
  linkPackage(cwd, options.package);
  const coco = (...words: readonly string[]) =>
    runNode([join(options.package, "dist/cli/main.js"), ...words], { cwd, env: settings(options) })
      .milliseconds;
  coco("apply", "--yes");
  return () => coco(command);
}

function settings(options: BenchOptions): Readonly<Record<string, string>> {
  return { XDG_CONFIG_HOME: join(options.work, "settings") };
}
