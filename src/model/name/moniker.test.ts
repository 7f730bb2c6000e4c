import { describe, expect, test } from "vitest";
import { isDiagnosticError, printDiagnostic, type Diagnostic } from "../diagnostic.js";
import {
  findByMoniker,
  nameFromScope,
  printMoniker,
  resolveMoniker,
  type Moniker,
  type Scope,
} from "./moniker.js";

const module = "coconut/x:cluster/utils";
const type = "aws:s3:Bucket";

describe("the five forms", () => {
  const forms: [form: string, about: { globalId: string } | { scope: Scope; type: string }, rest: string][] =
    [
      ["<ENV>#GID", { globalId: "4711" }, "#4711"],
      [
        "<ENV>:<MODULE>:<RESOURCE>",
        { scope: { module, number: 1 }, type },
        ":coconut/x:cluster/utils:aws:s3:Bucket",
      ],
      [
        "<ENV>:<MODULE>:<RESOURCE>#ID",
        { scope: { module, id: "logs" }, type },
        ":coconut/x:cluster/utils:aws:s3:Bucket#logs",
      ],
      [
        "<ENV>:<MODULE>/<CLASS>:<RESOURCE>",
        { scope: { module, class: "Cluster", number: 1 }, type },
        ":coconut/x:cluster/utils/Cluster:aws:s3:Bucket",
      ],
      [
        "<ENV>:<MODULE>/<CLASS>:<RESOURCE>#ID",
        { scope: { module, class: "Cluster", id: "logs" }, type },
        ":coconut/x:cluster/utils/Cluster:aws:s3:Bucket#logs",
      ],
      [
        "… with a number for an ID",
        { scope: { module, class: "Cluster", number: 2 }, type },
        ":coconut/x:cluster/utils/Cluster:aws:s3:Bucket#2",
      ],
    ];
  describe.each(["staging", "staging:acmecorp"])("in %s", (environment) => {
    test.each(forms)("%s", (_form, about, rest) => {
      expect(printMoniker({ environment, ...about })).toBe(environment + rest);
    });
  });
});

test.each<[Scope, string]>([
  [{ module, number: 1 }, "coconut/x:cluster/utils"],
  [{ module, number: 3 }, "coconut/x:cluster/utils#3"],
  [{ module, class: "Cluster", number: 1 }, "coconut/x:cluster/utils/Cluster"],
  [{ module, class: "Cluster", id: "logs" }, "coconut/x:cluster/utils/Cluster#logs"],
])("a nameless resource in %j is named %s", (scope, name) => {
  expect(nameFromScope(scope)).toBe(name);
});

const candidate = (urn: string, moniker: Moniker) => ({ urn, moniker });

describe("resolving", () => {
  const first = candidate("urn:1", { environment: "dev", scope: { module, number: 1 }, type });
  const second = candidate("urn:2", { environment: "dev", scope: { module, number: 2 }, type });
  const global = candidate("urn:3", { environment: "dev", globalId: "4711" });

  test("finds the resource that prints as the text", () => {
    for (const wanted of [first, second, global]) {
      expect(resolveMoniker(printMoniker(wanted.moniker), [first, second, global])).toBe(wanted);
    }
  });

  test("compares whole texts, so that separators inside the parts do no harm", () => {
    const odd = candidate("urn:4", {
      environment: "dev:a",
      scope: { module: "b#c:d/e", class: "F:g", id: "h#i:j" },
      type: "k/l:m:n",
    });
    expect(resolveMoniker("dev:a:b#c:d/e/F:g:k/l:m:n#h#i:j", [first, odd])).toBe(odd);
  });

  test("lists the candidates when several print alike", () => {
    const namespaced = candidate("urn:5", {
      environment: "dev:p",
      scope: { module: "q:r", number: 1 },
      type,
    });
    const nested = candidate("urn:6", { environment: "dev", scope: { module: "p:q:r", number: 1 }, type });
    const text = "dev:p:q:r:aws:s3:Bucket";
    expect(findByMoniker(text, [namespaced, first, nested])).toEqual([namespaced, nested]);
    const diagnostic = refusal(() => resolveMoniker(text, [namespaced, first, nested]));
    expect(diagnostic.code).toBe("model/ambiguous-moniker");
    expect(diagnostic.related?.map((place) => place.resource)).toEqual(["urn:5", "urn:6"]);
    expect(printDiagnostic(diagnostic)).toContain("One candidate is urn:6");
  });

  test("says so when nothing is called that", () => {
    expect(refusal(() => resolveMoniker("dev:x", [first]))).toMatchObject({
      code: "model/unknown-moniker",
      detail: 'No resource of this stack has the moniker "dev:x".',
      hint: "List the resources of the stack:\ncoco state ls",
    });
  });
});

function refusal(action: () => unknown): Diagnostic {
  try {
    action();
  } catch (error) {
    if (isDiagnosticError(error)) return error.diagnostics[0]!;
    throw error;
  }
  throw new Error("nothing was refused");
}
