/** The number of resources without dependencies. Each further resource reads the one this many positions before it. */
export const width = 10;

/** The environment variable that changes one property of one resource. */
export const changedSize = "BENCH_CHANGED_SIZE";

/** A provider in one file that keeps no objects. */
export const thingProvider = `import { defineProvider } from "@coconut/coconut/provider";
import * as v from "valibot";

const bench = defineProvider({ package: "bench", version: "1.0.0" });

export const Thing = bench.resource("index:Thing", {
  inputs: {
    name: v.string(),
    size: v.number(),
    tags: v.record(v.string(), v.string()),
    upstream: v.optional(v.string()),
  },
  outputs: { address: v.string() },
  create: async ({ inputs }) => ({ id: inputs.name, outputs: { address: \`addr-\${inputs.name}\` } }),
  read: async ({ id }) => ({ address: \`addr-\${id}\` }),
  update: async ({ inputs }) => ({ address: \`addr-\${inputs.name}\` }),
  delete: async () => {},
});
`;

/** The same class as a plain class instead of a resource. */
export const plainThing = `export class Thing {
  constructor(name, inputs) {
    this.name = name;
    this.inputs = inputs;
    this.address = \`addr-\${name}\`;
  }
}
`;

/** Returns a program with `count` resources, in TypeScript that is also valid JavaScript. */
export function thingProgram(count: number): string {
  return `import { Thing } from "./thing.js";

const changed = Number(process.env.${changedSize} ?? 5);
const things = [];
for (let index = 0; index < ${count}; index++) {
  const upstream = things[index - ${width}]?.address;
  things.push(
    new Thing(\`thing-\${index}\`, {
      name: \`thing-\${index}\`,
      size: index === 5 ? changed : index,
      tags: { owner: "ops", team: "platform" },
      ...(upstream !== undefined && { upstream }),
    }),
  );
}
`;
}
