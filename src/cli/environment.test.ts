import { describe, expect, test } from "vitest";
import { isDiagnosticError } from "../model/index.js";
import { chosenEnvironment, type EnvironmentAsked } from "./environment.js";

describe("the stack that is meant", () => {
  test.each<[string, EnvironmentAsked, EnvironmentAsked, string, string?]>([
    ["dev, if nobody says", {}, {}, "dev"],
    ["what the project says", {}, { stack: "staging" }, "staging"],
    ["with the namespace that the project says", {}, { namespace: "acmecorp" }, "dev", "acmecorp"],
    ["both in one", {}, { stack: "staging:acmecorp" }, "staging", "acmecorp"],
    ["what the command line says", { stack: "prod" }, { stack: "staging" }, "prod"],
    ["both in one on the command line", { stack: "prod:umbrella" }, {}, "prod", "umbrella"],
    ["both apart on the command line", { stack: "prod", namespace: "umbrella" }, {}, "prod", "umbrella"],
    [
      "another environment, in the namespace of all",
      { stack: "prod" },
      { namespace: "acmecorp" },
      "prod",
      "acmecorp",
    ],
    [
      "another environment, without what belongs to the usual one",
      { stack: "prod" },
      { stack: "staging:acmecorp" },
      "prod",
    ],
    [
      "the usual environment, in another namespace",
      { namespace: "umbrella" },
      { stack: "staging:acmecorp" },
      "staging",
      "umbrella",
    ],
  ])("%s", (_, asked, project, name, namespace) => {
    expect(chosenEnvironment(asked, project)).toEqual(
      namespace === undefined ? { name } : { name, namespace },
    );
  });

  test.each<[string, EnvironmentAsked, EnvironmentAsked, string]>([
    ["two namespaces on the command line", { stack: "a:b", namespace: "c" }, {}, "cli/usage"],
    ["two namespaces in the project", {}, { stack: "a:b", namespace: "c" }, "cli/malformed-file"],
    ["no name", { stack: ":b" }, {}, "model/malformed-environment"],
    ["a namespace with a colon", { namespace: "b:c" }, {}, "model/malformed-environment"],
    ["a namespace without a letter", { namespace: "" }, {}, "model/malformed-environment"],
  ])("refused: %s", (_, asked, project, code) => {
    expect(refusal(() => chosenEnvironment(asked, project))).toEqual([code]);
  });
});

function refusal(work: () => unknown): readonly string[] {
  try {
    work();
  } catch (error) {
    if (isDiagnosticError(error)) return error.diagnostics.map(({ code }) => code);
    throw error;
  }
  return [];
}
