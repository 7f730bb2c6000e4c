/**
 * `plan` measures the heap of a plan of `count` unchanged resources, without the heap before the program ran. `plain`
 * measures the same program with plain objects. `apply` creates the stack in the working folder.
 */
import { pathToFileURL } from "node:url";
import * as v from "valibot";
import { width } from "../shape/program-texts.js";
import { heapBytes, printResult } from "./report.js";

type Embed = typeof import("../../src/embed/index.js");
type Provider = typeof import("../../src/provider/index.js");

const [packageFolder = "", task = "", size = ""] = process.argv.slice(2);
const load = (path: string) => import(pathToFileURL(`${packageFolder}/dist/${path}/index.js`).href);
const { stack } = (await load("embed")) as Embed;
const { defineProvider } = (await load("provider")) as Provider;

const Thing = defineProvider({ package: "bench", version: "1.0.0" }).resource("index:Thing", {
  inputs: {
    name: v.string(),
    size: v.number(),
    tags: v.record(v.string(), v.string()),
    upstream: v.optional(v.string()),
  },
  outputs: { address: v.string() },
  create: async ({ inputs }) => ({ id: inputs.name, outputs: { address: `addr-${inputs.name}` } }),
  read: async ({ id }) => ({ address: `addr-${id}` }),
  update: async ({ inputs }) => ({ address: `addr-${inputs.name}` }),
  delete: async () => {},
});

class PlainThing {
  readonly address: string;
  readonly name: string;
  readonly inputs: object;

  constructor(name: string, inputs: object) {
    this.name = name;
    this.inputs = inputs;
    this.address = `addr-${name}`;
  }
}

/** Keeps objects alive, so only the additional memory of the plan is measured. */
const kept: object[] = [];

function program(count: number, Class: new (name: string, inputs: never) => { readonly address: unknown }) {
  const things: { readonly address: unknown }[] = [];
  for (let index = 0; index < count; index++) {
    const upstream = things[index - width]?.address;
    const tags = { owner: "ops", team: "platform" };
    const inputs = { name: `thing-${index}`, size: index, tags, ...(upstream !== undefined && { upstream }) };
    things.push(new Class(`thing-${index}`, inputs as never));
  }
  kept.push(things);
}

const open = (name: string, count: number) =>
  stack({ project: "bench", name, store: "sqlite:.coconut", program: () => program(count, Thing) });

const count = Number(size);
if (task === "apply") {
  for (const [name, resources] of [
    ["warm", width],
    ["dev", count],
  ] as const) {
    const opened = await open(name, resources);
    const { ok, diagnostics } = await opened.apply();
    if (!ok) throw new Error(JSON.stringify(diagnostics));
    await opened.close();
  }
  printResult({});
} else {
  // Load all code with a small plan first, so it does not count as memory of resources.
  const warm = await open("warm", width);
  await warm.plan();
  const before = heapBytes();
  if (task === "plain") {
    program(count, PlainThing);
    printResult({ bytes: heapBytes() - before });
  } else {
    const opened = await open("dev", count);
    const plan = await opened.plan();
    const bytes = heapBytes() - before;
    if (!plan.isEmpty || plan.changes.length !== count)
      throw new Error("The plan is not the one to look at.");
    printResult({ bytes });
    await opened.close();
  }
  await warm.close();
}
