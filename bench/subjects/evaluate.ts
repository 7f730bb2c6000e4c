/**
 * Evaluates, in one environment and then in a second one, either the inputs of `count` resources, each of which reads an
 * output of the one ten positions before it (`inputs`), or a chain of `count` callbacks (`chain`).
 */
import type { Expression, Value, ValueObject } from "../../src/model/index.js";
import {
  CallbackMemory,
  Evaluator,
  recordProgram,
  type ResourceProperties,
} from "../../src/program/index.js";
import { CustomResource, output, type Input, type Output } from "../../src/sdk/index.js";
import { expressionOf } from "../../src/sdk/internal.js";
import { heapBytes, printResult } from "./report.js";

class Server extends CustomResource {
  readonly address!: Output<string>;

  constructor(name: string, args: { index: number; tags: Record<string, string>; gateway: Input<string> }) {
    super("bench:compute:Server", name, args);
  }
}

const [kind = "", size = ""] = process.argv.slice(2);
const count = Number(size);

function inputs(): void {
  const servers: Server[] = [];
  for (let index = 0; index < count; index++) {
    const gateway = servers[index - 10]?.address ?? "10.0.0.254";
    servers.push(new Server(`server-${index}`, { index, tags: { owner: "ops" }, gateway }));
  }
}

let end: Output<number> = output(0);

function chain(): void {
  for (let index = 0; index < count; index++) end = end.apply((value) => value + 1);
}

const memory = new CallbackMemory();

/** Evaluates with the inputs and an address of every resource known, as if all of them had been created. */
function evaluateAll(expressions: readonly Expression[], last: Value): void {
  const known = new Map<object, ResourceProperties>();
  const evaluator = new Evaluator({
    recorder: recorded.recorder,
    answers: { answer: (resource) => known.get(resource)! },
    memory,
    hash: (blob) => Promise.resolve(blob),
  });
  let value: Value;
  expressions.forEach((expression, index) => {
    const result = evaluator.evaluate(expression);
    if (!("ok" in result) || !result.ok) throw new Error("Nothing here fails or has to be waited for.");
    value = result.value;
    const registration = recorded.registrations[index];
    if (registration === undefined) return;
    const properties = [{ address: `10.0.0.${index}` }, value as ValueObject];
    known.set(registration, { ok: true, properties, others: "absent" });
  });
  if (kind === "chain" && value! !== last) throw new Error("The chain came to something else.");
}

const start = performance.now();
const recorded = await recordProgram(kind === "chain" ? chain : inputs, { project: "bench", stack: "dev" });
const recording = performance.now() - start;
const expressions =
  kind === "chain" ? [expressionOf(end)] : recorded.registrations.map((registration) => registration.inputs);

const before = heapBytes();
const times = [0, 1].map(() => {
  const begin = performance.now();
  evaluateAll(expressions, count);
  return performance.now() - begin;
});
printResult({ recording, first: times[0]!, second: times[1]!, bytes: heapBytes() - before });
