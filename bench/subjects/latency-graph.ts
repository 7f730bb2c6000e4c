/**
 * Applies a graph of resources whose provider sleeps, with the shipped engine and an SQLite store in the working
 * folder. Then applies it again as another stack, when the code of the process is warm. Prints the time of each apply,
 * from the start of the first step to the end of the last, and the floor: the longest path through the graph, or all
 * steps with the concurrency limit, whichever is longer. Each step of the floor is a sleep and a commit, as measured in
 * this process sequentially while it is otherwise idle.
 *
 * With `beside`, the program also has other resources: of a provider with a concurrency limit of two (`limited`), or
 * resources that fail at first and are retried (`retried`). They are not counted.
 */
import { pathToFileURL } from "node:url";
import * as v from "valibot";
import type { Output } from "../../src/sdk/index.js";
import { graphOf, type GraphKind } from "./latency-graphs.js";
import { commitMeter } from "./commit-meter.js";
import { printResult } from "./report.js";

type Embed = typeof import("../../src/embed/index.js");
type Provider = typeof import("../../src/provider/index.js");

const [packageFolder = "", kind = "", latency = "", beside = ""] = process.argv.slice(2);
const load = (path: string) => import(pathToFileURL(`${packageFolder}/dist/${path}/index.js`).href);
const { stack } = (await load("embed")) as Embed;
const { defineProvider } = (await load("provider")) as Provider;

/** The default concurrency limit of the engine. */
const places = 16;
const latencyMs = Number(latency);
const sleep = () => new Promise<void>((resolve) => setTimeout(resolve, latencyMs));

/** The number of attempts, by resource. */
const attempts = new Map<string, number>();

function sleeping(name: string, callsAtOnce?: number) {
  const provider = defineProvider({
    package: name,
    version: "1.0.0",
    ...(callsAtOnce !== undefined && { callsAtOnce }),
  });
  return provider.resource("index:Sleeper", {
    inputs: { name: v.string(), failures: v.optional(v.number(), 0), needs: v.array(v.string()) },
    outputs: { address: v.string() },
    async create({ inputs }) {
      await sleep();
      const attempt = (attempts.get(inputs.name) ?? 0) + 1;
      attempts.set(inputs.name, attempt);
      if (attempt <= inputs.failures) throw new Error("Not yet.");
      return { id: inputs.name, outputs: { address: inputs.name } };
    },
    read: async ({ id }) => ({ address: id }),
    update: async ({ inputs }) => ({ address: inputs.name }),
    delete: async () => {},
  });
}

const Sleeper = sleeping("sleepers");
const Limited = sleeping("limited", 2);
const graph = graphOf(kind as GraphKind);

const neighbours: Readonly<Record<string, (name: string) => object>> = {
  limited: (name) => new Limited(name, { name, needs: [] }),
  retried: (name) => new Sleeper(name, { name, failures: 3, needs: [] }, { hooks: { onError: [backOff] } }),
};

function program(): void {
  for (let index = 0; index < 64; index++) neighbours[beside]?.(`neighbour-${index}`);
  const addresses: Output<string>[] = [];
  graph.forEach((needs, index) => {
    const made = new Sleeper(`node-${index}`, {
      name: `node-${index}`,
      needs: needs.map((need) => addresses[need]!),
    });
    addresses.push(made.address);
  });
}

async function backOff({ attempt }: { readonly attempt: number }): Promise<"retry"> {
  await new Promise((resolve) => setTimeout(resolve, latencyMs * 2 ** attempt));
  return "retry";
}

// Measured alternately, as in a step, because an idle processor or disk is slower than a busy one.
const sleeps: number[] = [];
const commits: number[] = [];
const meter = commitMeter("commits.db");
for (let run = 0; run < 31; run++) {
  const start = performance.now();
  await sleep();
  sleeps.push(performance.now() - start);
  commits.push(meter.commitMs());
}
meter.close();
const sleepMs = middleOf(sleeps);
const commitMs = middleOf(commits);

function middleOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
}

/** Returns the time from the start of the first step to the end of the last step of the graph. */
async function makespanOf(name: string): Promise<number> {
  attempts.clear();
  const opened = await stack({ project: "bench", name, store: "sqlite:.coconut", program });
  const plan = await opened.plan();
  let begun = Infinity;
  let ended = 0;
  const run = await plan.apply({
    onEvent: (event) => {
      const now = performance.now();
      if (event.kind === "step-started") begun = Math.min(begun, now);
      if (event.kind === "step-finished" && event.urn.includes("::node-")) ended = now;
    },
  });
  if (!run.ok) throw new Error(JSON.stringify(run.diagnostics));
  await opened.close();
  return ended - begun;
}

const cold = await makespanOf("cold");
const makespan = await makespanOf("warm");
const depths: number[] = [];
for (const needs of graph) depths.push(1 + Math.max(0, ...needs.map((need) => depths[need]!)));
const steps = Math.max(Math.max(...depths), Math.ceil(graph.length / places));
printResult({
  cold,
  makespan,
  floor: steps * (sleepMs + commitMs),
  steps,
  sleepMs,
  commitMs,
});
