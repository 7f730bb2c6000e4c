import { expect, test } from "vitest";
import { mayBeRetried, mayHaveHappened } from "./may-have-happened.js";
import { NoEffectError } from "./no-effect-error.js";
import { RetryableError } from "./retryable-error.js";
import { UncertainError } from "./uncertain-error.js";

const coded = (code: string) => Object.assign(new Error("no"), { code });
const withCause = (error: Error, cause: unknown) => Object.assign(error, { cause });
/** Each is the cause of the one before it, and the first that of the last. */
const inCircle = (...errors: readonly Error[]) =>
  errors.map((error, index) => withCause(error, errors[(index + 1) % errors.length]))[0];

test.each<readonly [what: string, error: unknown]>([
  ["the provider says so", new UncertainError("The gateway gave up.")],
  ["an answer without the expected fields", new TypeError("Cannot read properties of undefined")],
  ["an answer that is no JSON", new SyntaxError("Unexpected token <")],
  ["fetch, whose connection broke", withCause(new TypeError("fetch failed"), coded("ECONNRESET"))],
  ["a connection that broke", coded("EPIPE")],
  ["a client that wraps it", withCause(new Error("Request failed"), coded("ETIMEDOUT"))],
  ["a connection that broke, in a circle of causes", inCircle(new Error("outer"), coded("ECONNRESET"))],
  ["a call that was aborted", new DOMException("Aborted", "AbortError")],
])("it may have happened: %s", (_, error) => expect(mayHaveHappened(error)).toBe(true));

test.each<readonly [what: string, error: unknown]>([
  ["the service said no", new Error("403 Forbidden")],
  ["the service said no, and why", withCause(new Error("Refused"), new Error("QuotaExceeded"))],
  ["nobody was there", withCause(new TypeError("fetch failed"), coded("ECONNREFUSED"))],
  ["there is no such host", withCause(new TypeError("fetch failed"), coded("ENOTFOUND"))],
  ["the file system said no", coded("EACCES")],
  ["the service said no, in a circle of causes", inCircle(new Error("outer"), new Error("inner"))],
  ["an error is its own cause", inCircle(new Error("alone"))],
  ["no error at all", "no"],
  ["nothing", undefined],
])("it did not happen: %s", (_, error) => expect(mayHaveHappened(error)).toBe(false));

const throttled = new RetryableError("The service is throttling requests.");

test.each<readonly [what: string, error: unknown, expected: boolean]>([
  ["the provider says so", throttled, true],
  ["a client that wraps it", withCause(new Error("Request failed"), throttled), true],
  ["whatever its cause is", withCause(new RetryableError("Later."), coded("ECONNRESET")), true],
  ["an ordinary error", new Error("403 Forbidden"), false],
  ["an error without effect", new NoEffectError("The request could not be built."), false],
  ["an error without effect that wraps it", withCause(new NoEffectError("No."), throttled), false],
  ["an uncertain error that wraps it", withCause(new UncertainError("No answer."), throttled), false],
  ["an error of the language that wraps it", withCause(new TypeError("no"), throttled), false],
])("it may be retried: %s", (_, error, expected) => {
  expect(mayBeRetried(error)).toBe(expected);
  if (expected) expect(mayHaveHappened(error)).toBe(false);
});
