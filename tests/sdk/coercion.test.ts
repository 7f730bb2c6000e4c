import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import * as coconut from "@coconut/coconut";
import { testProgram } from "@coconut/coconut/testing";
import { placeOf } from "./place-of.js";
import { problemsIn } from "./problems-in.js";
import { Bucket, Site } from "./resources.js";

/** JavaScript looks the other way here, as a program without types would. */
type Anything = any;

/** By what was done: the code, a word of the hint, the text at the place that is told, and the doing. */
type Misuse = [code: string, hint: string, at: string, use: (value: Anything) => unknown];

const misuses: Record<string, Misuse> = {
  "template literal": ["sdk/output-as-text", "interpolate", "value", (value) => `a ${value} b`],
  "addition on the left": ["sdk/output-as-text", "interpolate", "value", (value) => value + "b"],
  "addition on the right": ["sdk/output-as-text", "interpolate", '"a"', (value) => "a" + value],
  "loose comparison": ["sdk/output-as-text", "apply", "value", looselyEqual],
  "less than": ["sdk/output-as-text", "apply", "value", (value) => value < 1],
  "greater than": ["sdk/output-as-text", "apply", "value", (value) => value > 1],
  "at most": ["sdk/output-as-text", "apply", "value", (value) => value <= 1],
  subtraction: ["sdk/output-as-text", "apply", "value", (value) => value - 1],
  "unary plus": ["sdk/output-as-text", "apply", "+value", (value) => +value],
  negation: ["sdk/output-as-text", "apply", "-value", (value) => -value],
  "an index": ["sdk/output-as-text", "apply", "[value", (value) => [1, 2][value]],
  "an object key": ["sdk/output-as-text", "apply", "value", (value) => ({ [value]: 1 })],
  "looked for in an object": ["sdk/output-as-text", "apply", "value", (value) => value in {}],
  "String()": ["sdk/output-as-text", "interpolate", "String", (value) => String(value)],
  "Number()": ["sdk/output-as-text", "apply", "Number", (value) => Number(value)],
  "Math.max": ["sdk/output-as-text", "apply", "max", (value) => Math.max(value, 1)],
  "a URI part": ["sdk/output-as-text", "interpolate", "encode", (value) => encodeURIComponent(value)],
  "a joined array": ["sdk/output-as-text", "interpolate", "join", (value) => ["a", value].join("/")],
  "concatenated text": ["sdk/output-as-text", "interpolate", "concat", (value) => "a".concat(value)],
  "searched text": ["sdk/output-as-text", "apply", "includes", (value) => "abc".includes(value)],
  "toString()": ["sdk/output-as-text", "interpolate", "toString", (value) => value.toString()],
  "toLocaleString()": ["sdk/output-as-text", "apply", "toLocale", (value) => value.toLocaleString()],
  "valueOf()": ["sdk/output-as-text", "apply", "valueOf", (value) => value.valueOf()],
  "JSON.stringify": ["sdk/output-as-json", "jsonStringify", "stringify", (it) => JSON.stringify(it)],
  "JSON around it": ["sdk/output-as-json", "jsonStringify", "stringify", (a) => JSON.stringify([{ a }])],
  "toJSON()": ["sdk/output-as-json", "jsonStringify", "toJSON", (value) => value.toJSON()],
  "for…of": ["sdk/output-iterated", "apply", "value) item", loop],
  "array spread": ["sdk/output-iterated", "apply", "value", (value) => [...value]],
  "argument spread": ["sdk/output-iterated", "apply", "max", (value) => Math.max(...value)],
  "array destructuring": ["sdk/output-iterated", "apply", "value", firstElement],
  "Array.from": ["sdk/output-iterated", "apply", "from", (value) => Array.from(value)],
  "new Set": ["sdk/output-iterated", "apply", "new Set", (value) => new Set(value)],
  "Object.fromEntries": ["sdk/output-iterated", "apply", "from", (value) => Object.fromEntries(value)],
  "object spread": ["sdk/output-iterated", "apply", "{ ...", (value) => ({ ...value })],
  "object rest": ["sdk/output-iterated", "apply", "rest", allButA],
  "Object.keys": ["sdk/output-iterated", "apply", "keys", (value) => Object.keys(value)],
  "Object.entries": ["sdk/output-iterated", "apply", "entries", (value) => Object.entries(value)],
  "copied by Object.assign": ["sdk/output-iterated", "apply", "assign", (it) => Object.assign({}, it)],
  "for…in": ["sdk/output-iterated", "apply", "value) key", loopOverKeys],
  "asked for a key": ["sdk/output-iterated", "apply", '"a"', (value) => "a" in value],
  "asked for an own key": ["sdk/output-iterated", "apply", "hasOwn", (it) => Object.hasOwn(it, "a")],
  "Object.assign to it": ["sdk/output-is-read-only", "apply", "assign", (it) => Object.assign(it, { a: 1 })],
  "a defined property": [
    "sdk/output-is-read-only",
    "apply",
    "define",
    (it) => Object.defineProperty(it, "a", {}),
  ],
  assignment: ["sdk/output-is-read-only", "apply", "a =", (value) => (value.a = 1)],
  "element assignment": ["sdk/output-is-read-only", "apply", "0] =", (value) => (value[0] = 1)],
  deletion: ["sdk/output-is-read-only", "apply", "delete", (value) => delete value.a],
};

function looselyEqual(value: Anything): boolean {
  // oxlint-disable-next-line eqeqeq -- what is tested
  return value == "a";
}

function loop(value: Anything): void {
  // oxlint-disable-next-line no-unused-expressions -- only the iteration counts
  for (const item of value) item;
}

function loopOverKeys(value: Anything): void {
  // oxlint-disable-next-line no-unused-expressions -- only the iteration counts
  for (const key in value) key;
}

function firstElement(value: Anything): unknown {
  const [first] = value;
  return first;
}

function allButA(value: Anything): unknown {
  const { a: _a, ...rest } = value;
  return rest;
}

/** A row's text stands behind its arrow, or in the function that it names. */
function placeIn(name: string, [, , at, use]: Misuse) {
  return functions.has(use)
    ? placeOf(import.meta.url, at, `function ${use.name}(`, "{\n")
    : placeOf(import.meta.url, at, name, " => ");
}

const functions = new Set<unknown>([looselyEqual, loop, loopOverKeys, firstElement, allButA]);

describe("an Output that is used as if its value were there", () => {
  it.each(Object.entries(misuses))("%s", async (name, misuse) => {
    const [code, hint, , use] = misuse;
    const problems = await problemsIn(() =>
      testProgram(() => {
        use(new Bucket("logs").tags);
      }),
    );
    expect(problems).toHaveLength(1);
    const [problem] = problems;
    expect(problem!.code).toBe(code);
    expect(problem!.hint).toContain(hint);
    expect(problem!.position).toEqual(placeIn(name, misuse));
  });

  it("says the same of every kind of Output", async () => {
    const problems = await testProgram(() => {
      const { arn, tags } = new Bucket("logs");
      return {
        codes: [arn, tags.owner, coconut.output(1), coconut.secret("x"), arn.apply((text) => text)].map(
          (value) => codeOf(() => `${value as Anything}`),
        ),
      };
    });
    expect((await problems.planned().outputs()).value).toEqual({
      codes: Array.from({ length: 5 }, () => "sdk/output-as-text"),
    });
  });

  it("may be asked whether it was given", async () => {
    await testProgram(() => {
      const value: Anything = new Bucket("logs").arn;
      expect(value === undefined).toBe(false);
      expect(value == null).toBe(false);
      expect(value ?? "absent").toBe(value);
      expect(value?.length).toBeDefined();
      expect(typeof value).toBe("object");
      expect(value instanceof Map).toBe(false);
      expect(Array.isArray(value)).toBe(false);
      expect([1].concat(value)).toHaveLength(2);
    });
  });
});

describe("a resource that is used as if it were a value", () => {
  const uses: Record<string, Misuse> = {
    "a resource in a template": ["sdk/resource-as-text", "interpolate", "value", (value) => `a ${value} b`],
    "a resource added": ["sdk/resource-as-text", "interpolate", "value", (value) => value + ""],
    "a resource compared": ["sdk/resource-as-text", "interpolate", "value", (value) => value < 1],
    "a resource as a key": ["sdk/resource-as-text", "interpolate", "value", (value) => ({ [value]: 1 })],
    "a resource in JSON": [
      "sdk/resource-as-json",
      "jsonStringify",
      "stringify",
      (a) => JSON.stringify({ a }),
    ],
  };

  it.each(Object.entries(uses))("%s", async (name, misuse) => {
    const [code, hint, , use] = misuse;
    for (const make of [() => new Bucket("logs"), () => new Site("front")]) {
      const [problem] = await problemsIn(() => testProgram(() => void use(make())));
      expect(problem).toMatchObject({ code, position: placeIn(name, misuse) });
      expect(problem!.hint).toContain(hint);
      expect(problem!.resource).toMatch(/^urn:pulumi:test::project::/);
    }
  });

  it("is text where its class says how", async () => {
    class Named extends Bucket {
      override toString() {
        return "the named one";
      }
      override toJSON() {
        return { named: true };
      }
    }
    await testProgram(() => {
      const named = new Named("x");
      expect(`${named as Anything}`).toBe("the named one");
      expect(JSON.stringify([named])).toBe('[{"named":true}]');
    });
  });
});

describe("then", () => {
  it("is undefined on Outputs and resources, so that a promise may be fulfilled with one", async () => {
    const program = await testProgram(async () => {
      const bucket = new Bucket("logs");
      const { arn }: Anything = bucket;
      expect(arn.then).toBeUndefined();
      expect((bucket as Anything).then).toBeUndefined();
      expect((new Site("front") as Anything).then).toBeUndefined();
      expect(await Promise.resolve(arn)).toBe(arn);
      expect(await Promise.resolve(bucket)).toBe(bucket);
      return {
        fromPromise: Promise.resolve(arn),
        fromCallback: coconut.output(1).apply(async () => {
          await Promise.resolve();
          return bucket.arn;
        }),
      };
    });
    expect((await program.planned().outputs()).known).toBe(false);
    expect((await program.applied({ logs: { arn: "arn:logs" } }).outputs()).value).toEqual({
      fromPromise: "arn:logs",
      fromCallback: "arn:logs",
    });
  });
});

describe("loggers and debuggers", () => {
  const canary = "hunter2-canary";

  it.each([{}, { showProxy: true }, { customInspect: false, depth: null }, { depth: null, getters: true }])(
    "are told where an Output comes from, never what it holds: %j",
    async (options) => {
      await testProgram(() => {
        const bucket = new Bucket("logs", { password: coconut.secret(canary) });
        const values = [coconut.secret(canary), coconut.secret({ [canary]: canary }).apply(() => 1), bucket];
        for (const value of [...values, values, { deep: { values } }]) {
          expect(inspect(value, options)).not.toContain(canary);
        }
      });
    },
  );

  it("print a path", async () => {
    await testProgram(() => {
      const { arn, tags } = new Bucket("logs");
      expect(inspect(arn)).toBe("Output(logs.arn)");
      expect(inspect({ owner: tags.owner })).toBe("{ owner: Output(logs.tags.owner) }");
      expect(inspect(coconut.secret("x"))).toBe("Output(secret)");
      expect(inspect(arn.apply((text) => text))).toMatch(/^Output\(apply at .*coercion\.test\.ts:\d+:\d+\)$/);
      expect(inspect(coconut.output(arn))).toBe("Output(logs.arn)");
      let chain: Anything = tags;
      for (let index = 0; index < 100_000; index++) chain = chain.x;
      expect(inspect(chain)).toMatch(/^Output\(…(\.x){20}\)$/);
    });
  });
});

function codeOf(use: () => unknown): unknown {
  try {
    return use();
  } catch (error) {
    return (error as { diagnostics: { code: string }[] }).diagnostics[0]!.code;
  }
}
