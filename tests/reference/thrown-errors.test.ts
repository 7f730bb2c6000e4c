import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { NoEffectError, RetryableError, UncertainError } from "../../src/provider/index.js";
import {
  brokenConnections,
  interruptions,
  languageErrors,
  mayHaveHappened,
  unreached,
} from "../../src/provider/may-have-happened.js";

interface Row {
  readonly error: string;
  readonly mayHaveHappened: boolean;
  /** Errors that the row is about. */
  readonly samples: readonly unknown[];
}

const coded = (code: unknown) => Object.assign(new Error("no"), { code });
const wrapping = (cause: unknown) => new Error("The request failed.", { cause });
const named = (names: Iterable<unknown>) => [...names].map((name) => `\`${String(name)}\``).join(", ");

const rows: readonly Row[] = [
  {
    error: "`UncertainError`",
    mayHaveHappened: true,
    samples: [new UncertainError("no"), new UncertainError("no", { cause: new NoEffectError("no") })],
  },
  {
    error: "`NoEffectError`, `RetryableError`",
    mayHaveHappened: false,
    samples: [
      new NoEffectError("no"),
      new RetryableError("no", { cause: new TypeError("no") }),
      new NoEffectError("no", { cause: new TypeError("no") }),
      new NoEffectError("no", { cause: coded("ECONNRESET") }),
      new NoEffectError("no", { cause: new UncertainError("no") }),
    ],
  },
  {
    error: named(languageErrors.map(({ name }) => name)),
    mayHaveHappened: true,
    samples: languageErrors.map((LanguageError) => new LanguageError("no")),
  },
  {
    error: `one of these whose \`cause\` has the code ${named(unreached)}`,
    mayHaveHappened: false,
    samples: [...unreached].map((code) => new TypeError("fetch failed", { cause: coded(code) })),
  },
  {
    error: `an error with the code ${named(brokenConnections)}`,
    mayHaveHappened: true,
    samples: [...brokenConnections].map(coded),
  },
  {
    error: `a \`DOMException\` with the name ${named(interruptions)}`,
    mayHaveHappened: true,
    samples: [...interruptions].map((name) => new DOMException("no", name)),
  },
  {
    error: "any other error, and any other thrown value",
    mayHaveHappened: false,
    samples: [new Error("no"), coded("EACCES"), new DOMException("no", "DataError"), "no", null, undefined],
  },
];

describe("the provider guide says which errors count as “may have happened”", () => {
  test("in a table with a row for each kind", () => {
    const page = readFileSync("docs/providers/errors-and-retries.md", "utf8");
    const [, table = ""] = page.split("| error | counts as |\n|---|---|\n");
    const written = table.slice(0, table.indexOf("\n\n")).split("\n");
    const outcome = (happened: boolean) => (happened ? "may have happened" : "nothing happened");
    expect(written).toEqual(rows.map((row) => `| ${row.error} | ${outcome(row.mayHaveHappened)} |`));
  });

  test.each(rows)("$error", ({ mayHaveHappened: expected, samples }) => {
    expect(samples.length).toBeGreaterThan(0);
    const otherwise = samples.filter((sample) => mayHaveHappened(sample) !== expected);
    const wrappedOtherwise = samples.filter((sample) => mayHaveHappened(wrapping(sample)) !== expected);
    expect({ otherwise, wrappedOtherwise }).toEqual({ otherwise: [], wrappedOtherwise: [] });
  });
});
