import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as coconut from "@coconut/coconut";
import {
  isArray,
  isReference,
  isSecret,
  isUnknown,
  secretOf,
  unknown,
  type Diagnostic,
  type Registration,
  type ResourceHandle,
  type Value,
  type ValueObject,
} from "../../src/model/index.js";
import {
  CallbackMemory,
  Evaluator,
  recordProgram,
  type Evaluated,
  type ResourceAnswer,
} from "../../src/program/index.js";
import { runs } from "../support/runs.js";
import { arbitraryTree, type Callback, type ResourceName, type Tree } from "./expression-tree.js";
import {
  arrayModel,
  modelOf,
  objectModel,
  scalarModel,
  secretModel,
  unknownModel,
  type Model,
} from "./reference-model.js";

/** What `known` answers with; `unknown` answers with nothing yet, `failed` with a problem. */
const knownOutputs: ValueObject = {
  a: 1,
  b: { a: "x", b: [1, 2] },
  s: secretOf("hidden"),
  u: unknown,
  m: { a: "known", s: secretOf([1]), u: unknown },
  "0": [],
};

class Thing extends coconut.CustomResource {
  declare readonly field: coconut.Output<unknown>;

  constructor(name: string) {
    super("test:index:Thing", name);
  }
}

describe("unknown, secret, dependencies and failures of random expressions", () => {
  it("are those of the reference model, with resources that answer at once or later", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryTree, fc.boolean(), async (tree, later) => {
        const expectedRuns = new Set<Tree>();
        const expected = modelOf(tree, world, expectedRuns);
        const { evaluate, ran } = await evaluation(tree);
        const found = await evaluate(later);
        expect(found.ok ? normal(found.value) : undefined).toEqual(
          expected.value && normalModel(expected.value),
        );
        expect(failuresOf(found)).toEqual([...expected.failures].sort());
        expect(namesOf(found.dependencies)).toEqual([...expected.dependencies].sort());
        expect(ran).toEqual(expectedRuns);
      }),
      { numRuns: runs * 5 },
    );
  });

  it("are the same in another evaluation of the same answers, which runs no callback again", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryTree, async (tree) => {
        const { evaluate, runCount } = await evaluation(tree);
        const first = await evaluate(false);
        const before = runCount();
        const second = await evaluate(true);
        expect(second.ok && normal(second.value)).toEqual(first.ok && normal(first.value));
        expect([failuresOf(second), namesOf(second.dependencies)]).toEqual([
          failuresOf(first),
          namesOf(first.dependencies),
        ]);
        expect(runCount()).toBe(before);
      }),
      { numRuns: runs },
    );
  });
});

/** Records a program that makes the tree, and gives evaluations of it that share one memory. */
async function evaluation(tree: Tree) {
  const ran = new Set<Tree>();
  let count = 0;
  const builder = new Builder((node) => {
    ran.add(node);
    count++;
  });
  const recorded = await recordProgram(
    () => {
      builder.things = {
        known: new Thing("known"),
        unknown: new Thing("unknown"),
        failed: new Thing("failed"),
      };
      return { made: builder.build(tree) };
    },
    { project: "project", stack: "test" },
  );
  expect(recorded.diagnostics).toEqual([]);
  const memory = new CallbackMemory();
  const evaluate = async (later: boolean) => {
    const evaluator = new Evaluator({
      recorder: recorded.recorder,
      memory,
      answers: { answer: (resource) => (later ? Promise.resolve(answer(resource)) : answer(resource)) },
      hash: async (blob) => blob,
    });
    const result = await evaluator.evaluate(recorded.outputs);
    return result.ok ? { ...result, value: (result.value as ValueObject)["made"] } : result;
  };
  return { evaluate, ran, runCount: () => count };
}

const { output, unwrap, secret, unsecret, isSecret: asksSecret } = coconut;
const functions = { output, unwrap, secret, unsecret, isSecret: asksSecret };

/** Makes the Outputs of a tree, by the functions that a program has. */
class Builder {
  things!: Record<ResourceName, Thing>;
  readonly #onRun: (node: Tree) => void;

  constructor(onRun: (node: Tree) => void) {
    this.#onRun = onRun;
  }

  build(tree: Tree): unknown {
    switch (tree.op) {
      case "constant":
        return tree.value;
      case "property":
        return property(this.things[tree.resource], tree.field);
      case "resource":
        return this.things.known;
      case "array":
        return tree.items.map((item) => this.build(item));
      case "object":
        return Object.fromEntries(tree.entries.map(([key, value]) => [key, this.build(value)]));
      case "all":
        return coconut.all(tree.items.map((item) => this.build(item)));
      case "get":
        return property(coconut.output(this.build(tree.of)), tree.key);
      case "promise":
        return Promise.resolve(this.build(tree.of));
      case "apply":
        return coconut.output(this.build(tree.of)).apply((value) => {
          this.#onRun(tree);
          return tree.async
            ? Promise.resolve().then(() => this.#run(tree.callback, value))
            : this.#run(tree.callback, value);
        });
      default:
        return functions[tree.op](this.build(tree.of) as coconut.Output<unknown>);
    }
  }

  #run(callback: Callback, value: unknown): unknown {
    switch (callback.returns) {
      case "its input":
        return value;
      case "a tree":
        return this.build(callback.tree);
      case "both":
        return [value, this.build(callback.tree)];
      case "nothing, it throws":
        throw new Error("as told");
    }
  }
}

function property(of: object, name: string): unknown {
  return (of as Record<string, unknown>)[name];
}

function answer(resource: ResourceHandle): ResourceAnswer {
  switch (resource.name as ResourceName) {
    case "known":
      return {
        ok: true,
        properties: [{ id: "k-1", ...knownOutputs, missing: undefined, length: undefined, "1": undefined }],
        others: "absent",
      };
    case "unknown":
      return { ok: true, properties: [], others: "unknown" };
    case "failed":
      return {
        ok: false,
        diagnostics: [{ code: "test/failed", severity: "error", summary: "", detail: "" }],
      };
  }
}

function world(resource: ResourceName, field: string): Model | undefined {
  if (resource === "failed") return undefined;
  return resource === "unknown" ? unknownModel : asModel(knownOutputs[field]);
}

function asModel(value: Value): Model {
  if (isUnknown(value)) return unknownModel;
  if (isSecret(value)) return secretModel(asModel(value.value));
  if (isArray(value)) return arrayModel(...value.map(asModel));
  if (typeof value === "object" && value !== null) {
    return objectModel(Object.entries(value).map(([key, part]) => [key, asModel(part as Value)]));
  }
  return scalarModel(value);
}

/** Both sides in one spelling, without keys that hold nothing. */
function normal(value: Value): unknown {
  if (isUnknown(value)) return "(unknown)";
  if (isSecret(value)) return { secret: normal(value.value) };
  if (isReference(value)) return "(resource)";
  if (isArray(value)) return { array: value.map(normal) };
  if (typeof value === "object" && value !== null) {
    return {
      object: Object.entries(value)
        .filter(([, part]) => part !== undefined)
        .sort(byKey)
        .map(([key, part]) => [key, normal(part as Value)]),
    };
  }
  return { scalar: value };
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

function normalModel({ secret, content }: Model): unknown {
  const plain = normalContent(content);
  return secret ? { secret: plain } : plain;
}

function normalContent(content: Model["content"]): unknown {
  switch (content.is) {
    case "unknown":
      return "(unknown)";
    case "resource":
      return "(resource)";
    case "array":
      return { array: content.items.map(normalModel) };
    case "object":
      return { object: [...content.properties].sort(byKey).map(([key, part]) => [key, normalModel(part)]) };
    case "scalar":
      return { scalar: content.scalar };
  }
}

function failuresOf(result: Evaluated): string[] {
  const names: Record<string, string> = { "test/failed": "failed", "program/callback-failed": "callback" };
  const diagnostics: readonly Diagnostic[] = result.ok ? [] : result.diagnostics;
  return [...new Set(diagnostics.map(({ code }) => names[code] ?? code))].sort();
}

function namesOf(dependencies: ReadonlySet<ResourceHandle>): string[] {
  return [...dependencies].map((each) => (each as Registration).name).sort();
}
