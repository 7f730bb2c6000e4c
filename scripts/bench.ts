/**
 * `npm run bench [-- --smoke] [-- name …]`: runs each bench/<name>.bench.ts in a process of its own and prints
 * the rows that its default export returns. `--smoke` asks for the smallest size, to see that it still works.
 */
import { fork } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { build } from "esbuild";
import { formatTable, type BenchRow } from "./bench-table.js";

const smoke = process.argv.includes("--smoke");
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const names = (existsSync("bench") ? readdirSync("bench") : [])
  .filter((file) => file.endsWith(".bench.ts"))
  .map((file) => file.slice(0, -".bench.ts".length))
  .filter((name) => wanted.length === 0 || wanted.includes(name));

if (names.length === 0) {
  console.error(
    wanted.length === 0
      ? "There are no benchmarks in bench/."
      : `No benchmark is named ${wanted.join(" or ")}.`,
  );
  process.exitCode = wanted.length === 0 ? 0 : 1;
}
for (const name of names) {
  const rows = await measure(name);
  if (rows === undefined) process.exitCode = 1;
  else console.log(`${name}\n${formatTable(rows)}\n`);
}

/** The rows of one benchmark, or undefined if it failed, which it has said on stderr. */
async function measure(name: string): Promise<readonly BenchRow[] | undefined> {
  const outfile = `node_modules/.cache/coconut/bench/${name}.mjs`;
  await build({
    stdin: {
      contents: `import run from "./bench/${name}.bench.js"; process.send(await run({ smoke: ${smoke} }));`,
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
  // A list of further certificates costs each start of Node 50 ms, which would drown what is measured.
  const { NODE_EXTRA_CA_CERTS: _, ...environment } = process.env;
  const child = fork(outfile, { execArgv: ["--expose-gc", "--enable-source-maps"], env: environment });
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
