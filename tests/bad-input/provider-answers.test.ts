/**
 * What providers may answer although they should not: each ends its step with a reason, leaves a state that verifies,
 * and is over as soon as the provider answers as it should.
 */
import * as v from "valibot";
import { afterAll, describe, expect, test } from "vitest";
import type { Run } from "../../src/engine/index.js";
import type { Stack } from "../../src/operations/stack/index.js";
import { isDiagnosticError } from "../../src/model/index.js";
import { defineProvider } from "../../src/provider/index.js";
import { testStack } from "../../src/testing/index.js";
import { counted, proved } from "../support/proof.js";

const figures = { answersOfProviders: 0, violations: 0 };
afterAll(() => proved("bad-input", figures));

const id = "thing-1";

/** In the place of a whole answer. To `read`, null says that there is nothing, which is no mistake. */
const answers: Readonly<Record<string, unknown>> = {
  nothing: undefined,
  null: null,
  "a text": "<html>502 Bad Gateway</html>",
  "a number": 7,
  "a list": [],
};

/** In the place of `{ id, outputs }`. */
const identities: Readonly<Record<string, () => unknown>> = {
  "an empty object": () => ({}),
  "no id": () => ({ outputs: { value: 1 } }),
  "an empty id": () => ({ id: "", outputs: { value: 1 } }),
  "a number as id": () => ({ id: 42, outputs: { value: 1 } }),
  "no outputs": () => ({ id }),
  "null as outputs": () => ({ id, outputs: null }),
  "a list as outputs": () => ({ id, outputs: [] }),
  "an id that throws": () => Object.defineProperty({ outputs: { value: 1 } }, "id", thrower),
  "outputs that throw": () => Object.defineProperty({ id }, "outputs", thrower),
};

/** As an output, of a schema that lets everything through. */
const values: Readonly<Record<string, () => unknown>> = {
  "a function": () => () => 1,
  "a symbol": () => Symbol("s"),
  "a big integer": () => 1n,
  "an instance of a class": () => new Map([[1, 2]]),
  "a promise": () => Promise.resolve(1),
  "a circle": () => {
    const circle: { self?: unknown } = {};
    return (circle.self = circle);
  },
  "something that goes on for ever inside": () => new Proxy({}, endless),
  "100,000 levels": () => {
    let value: unknown = 1;
    for (let level = 0; level < 100_000; level++) value = [value];
    return value;
  },
  "a property that throws": () => Object.defineProperty({}, "inside", thrower),
};

const thrower: PropertyDescriptor = {
  enumerable: true,
  get: () => {
    throw new Error("out of reach");
  },
};

const endless: ProxyHandler<object> = {
  get: (_, key) => (typeof key === "string" ? new Proxy({}, endless) : undefined),
  ownKeys: () => ["more"],
  getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
};

type Hook = "create" | "read" | "update";

async function world() {
  let size = 1;
  const wrong = new Map<Hook, () => unknown>();
  const answer = (hook: Hook, right: unknown) => (wrong.has(hook) ? wrong.get(hook)!() : right);
  const provider = defineProvider({ package: "faulty", version: "1.0.0", config: {}, connect: () => ({}) });
  const Thing = provider.resource("index:Thing", {
    inputs: { size: v.number() },
    outputs: { value: v.unknown() },
    create: async () => answer("create", { id, outputs: { value: 1 } }) as never,
    read: async () => answer("read", { value: 1 }) as never,
    update: async () => answer("update", { value: 1 }) as never,
    delete: async () => {},
    find: async () => [],
  });
  const stack = await testStack(() => void new Thing("thing", { size }));
  return { stack, wrong, grow: () => void size++ };
}

function refusedOnce(hook: Hook, answer: () => unknown): Promise<void> {
  figures.answersOfProviders++;
  return counted(figures, () => isRefusedOnce(hook, answer));
}

async function isRefusedOnce(hook: Hook, answer: () => unknown): Promise<void> {
  const { stack, wrong, grow } = await world();
  if (hook !== "create") expect((await stack.apply()).ok).toBe(true);
  if (hook === "update") grow();
  wrong.set(hook, answer);
  const { ok, diagnostics } = await attempted(stack);
  // Without an answer to `read` there is no plan of the resource.
  const codes = ["provider/invalid-answer", ...(hook === "read" ? ["engine/partly-planned"] : [])];
  expect([ok, ...new Set(diagnostics.map(({ code }) => code))]).toEqual([false, ...codes]);
  expect(JSON.stringify(diagnostics)).not.toContain("This is a bug");
  wrong.clear();
  expect(await stack.apply()).toMatchObject({ ok: true, diagnostics: [] });
  expect(await stack.destroy()).toMatchObject({ ok: true, diagnostics: [] });
}

/** What planning refuses is thrown. */
async function attempted(stack: Stack): Promise<Pick<Run, "ok" | "diagnostics">> {
  try {
    return await stack.apply();
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    return { ok: false, diagnostics: error.diagnostics };
  }
}

const hooks: readonly Hook[] = ["create", "update", "read"];

describe.each(hooks)("in answer to %s", (hook) => {
  const wholes = Object.entries(answers).filter(([what]) => hook !== "read" || what !== "null");
  test.each(wholes)("%s", (_, answer) => refusedOnce(hook, () => answer));

  test.each(Object.entries(values))("%s", (_, value) =>
    refusedOnce(hook, () => (hook === "create" ? { id, outputs: { value: value() } } : { value: value() })),
  );
});

test.each(Object.entries(identities))("in answer to create: %s", (_, answer) =>
  refusedOnce("create", answer),
);
