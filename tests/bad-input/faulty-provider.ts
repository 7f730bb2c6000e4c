/** The module `./faulty.js` of every project: a provider that does something odd when it creates, named by \`how\`. */
export const faultyProvider = `
import { spawn } from "node:child_process";
import { defineProvider, secret } from "@coconut/coconut/provider";
import * as v from "valibot";

const never = new Promise<never>(() => {});

export const faulty = defineProvider({
  package: "faulty",
  version: "1.0.0",
  config: {},
  connect: () => ({}),
});

const ways: Record<string, (call: any) => unknown> = {
  "never answers": () => never,
  "is busy for ever": () => new Promise(() => setInterval(() => {}, 100)),
  "exits": () => process.exit(0),
  "rejects unheard": () => void Promise.reject(new Error("nobody listens")),
  "throws nothing": () => { throw undefined; },
  "throws something without words": () => { throw Object.create(null); },
  "floods the log": ({ log }) => { for (let line = 0; line < 100_000; line++) log.info("line " + line); },
  "logs one huge line": ({ log }) => log.info("x".repeat(50_000_000)),
  "logs what is no text": ({ log }) => { log.info(undefined); log.warn({ a: 1 }); log.error(Symbol("s")); },
  "floods the output": () => { for (let line = 0; line < 50_000; line++) console.log("line " + line); },
  "tells two ids": async ({ identified }) => { await identified("one"); await identified("two"); },
  "says the secret": ({ inputs, log }) => {
    log.warn("the word is " + inputs.word);
    log.info(JSON.stringify({ inputs }));
    throw new Error("refused: " + inputs.word + " in " + encodeURIComponent(inputs.word));
  },
  "leaves a child": () => void spawn("sleep", ["20"], { detached: true, stdio: "ignore" }).unref(),
  "changes its inputs": ({ inputs }) => { inputs.how = "other"; inputs.more = 1; },
  "closes the output": () => { process.stdout.destroy(); process.stderr.destroy(); },
  "answers a hundred megabytes": () => ({ id: "thing", outputs: { text: "x".repeat(100_000_000) } }),
};

export const Thing = faulty.resource("index:Thing", {
  inputs: { how: v.string(), word: secret(v.optional(v.string(), "none")) },
  outputs: { text: v.optional(v.string()) },
  create: async (call) => (await ways[call.inputs.how]!(call)) ?? { id: "thing", outputs: {} },
  read: async ({ prior }) => prior.outputs,
  update: async () => ({}),
  delete: async () => {},
});
`;
