import { describe, expect, test } from "vitest";
import { errorText, readThrown } from "./error-text.js";

const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
const refusing = () => {
  const handler = new Proxy({}, { get: () => () => never() });
  return new Proxy(new Error("x"), handler);
};
const withGetters = () => {
  const error = new Error("x");
  for (const name of ["stack", "message", "name", "cause"])
    Object.defineProperty(error, name, { get: never });
  return error;
};
function never(): never {
  throw new Error("do not look");
}

describe("the text of something that was thrown", () => {
  test.each<[string, () => unknown, string]>([
    ["an error", () => new TypeError("no"), "TypeError: no"],
    ["an error without a message", () => new RangeError(), "RangeError"],
    [
      "one that has only a code",
      () => Object.assign(new Error(), { code: "ECONNREFUSED" }),
      "Error: ECONNREFUSED",
    ],
    ["text", () => "no", "no"],
    ["nothing", () => undefined, "undefined"],
    ["null", () => null, "null"],
    ["a symbol", () => Symbol("no"), "Symbol(no)"],
    ["a function", () => function handler() {}, "the function handler"],
    [
      "an object",
      () => ({ status: 1, reason: "x" }),
      "an object that is not an Error, with the properties status, reason",
    ],
    ["an object with a message", () => ({ message: "no" }), "no"],
    ["a proxy", () => new Proxy({}, {}), "an object that is not an Error"],
    ["a revoked proxy", revoked, "a thrown object without a message"],
    ["a proxy that refuses all", refusing, "a thrown object without a message"],
    ["an object without a prototype", () => Object.create(null), "a thrown object without a message"],
    [
      "a message that is no text",
      () => Object.assign(new Error("x"), { message: { a: 1 } }),
      "Error: [object Object]",
    ],
    ["an error whose fields throw", withGetters, "a thrown object without a message"],
    ["a very long text", () => "x".repeat(20_000), `${"x".repeat(10_000)}…`],
  ])("%s", (_, thrown, text) => {
    expect(errorText(thrown())).toBe(text);
  });

  test("what cannot be read is not there", () => {
    expect(readThrown(withGetters(), "cause")).toBeUndefined();
    expect(readThrown(revoked(), "stack")).toBeUndefined();
    expect(readThrown("text", "stack")).toBeUndefined();
    expect(readThrown({ cause: 1 }, "cause")).toBe(1);
  });
});
