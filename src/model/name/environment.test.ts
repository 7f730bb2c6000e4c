import { expect, test } from "vitest";
import { isDiagnosticError } from "../diagnostic.js";
import { parseEnvironment, printEnvironment } from "./environment.js";

test.each([
  ["staging", { name: "staging" }],
  ["staging:acmecorp", { name: "staging", namespace: "acmecorp" }],
  ["été 2:größe", { name: "été 2", namespace: "größe" }],
])("%s", (text, environment) => {
  expect(parseEnvironment(text)).toEqual(environment);
  expect(printEnvironment(environment)).toBe(text);
});

test.each([
  ["", 1],
  [":acmecorp", 1],
  ["staging:", 9],
  ["staging::acmecorp", 9],
  ["staging:acme:corp", 13],
  ["sta\tging", 4],
  ["staging\udc00", 8],
])("%j is refused at column %i", (text, column) => {
  const error = thrownBy(() => parseEnvironment(text));
  expect(error.diagnostics[0]).toMatchObject({ code: "model/malformed-environment" });
  expect(error.diagnostics[0]!.detail).toContain(`Column ${column} of`);
});

function thrownBy(action: () => unknown) {
  try {
    action();
  } catch (error) {
    if (isDiagnosticError(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}
