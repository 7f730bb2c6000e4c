import { expect, test } from "vitest";
import type { ChildEnd } from "./child-end.js";
import { childProblem, outcomeWithoutAnswer, type ChildUse } from "./child-problem.js";

const use: ChildUse = {
  title: "the provider shelf 1.0.0",
  command: "/opt/shelf",
  what: "create of shelf:index:Thing",
  urn: "urn:pulumi:dev::shop::shelf:index:Thing::a",
};
const stderr = ["loading", "out of memory"];

const ends: readonly [string, ChildEnd, readonly string[]][] = [
  [
    "provider/child-start",
    { kind: "not-started", code: "ENOENT", message: "spawn /opt/shelf ENOENT", stderr: [], isStarting: true },
    [
      "Could not start the process of the provider shelf 1.0.0: spawn /opt/shelf ENOENT",
      "It never ran.",
      "Install the program",
    ],
  ],
  [
    "provider/child-start",
    { kind: "not-started", code: "EACCES", message: "spawn /opt/shelf EACCES", stderr: [], isStarting: true },
    ["chmod +x /opt/shelf"],
  ],
  [
    "provider/child-start",
    { kind: "exited", code: 3, signal: null, stderr, isStarting: true },
    ["exited with code 3 before it was ready.", "out of memory", `built for ${process.platform}`],
  ],
  [
    "provider/child-start",
    { kind: "silent", what: "start", waitedMs: 60_000, stderr, isStarting: true },
    ["was not ready after 1 minute", "out of memory"],
  ],
  [
    "provider/child-died",
    { kind: "exited", code: null, signal: "SIGSEGV", stderr, isStarting: false },
    [
      "was terminated by SIGSEGV during create of shelf:index:Thing.",
      "    loading\n    out of memory",
      "Run the command again",
    ],
  ],
  [
    "provider/process-timeout",
    { kind: "silent", what: "create of shelf:index:Thing", waitedMs: 1000, stderr, isStarting: false },
    ["did not answer create of shelf:index:Thing within 1 second", "out of memory", "Run the command again"],
  ],
  [
    "provider/protocol-violation",
    { kind: "garbled", what: "no JSON", stderr: [], isStarting: false },
    ["violated its protocol: no JSON", "It wrote nothing to stderr.", "stdout", "Run the command again"],
  ],
];

test.each(ends)("%s: %o", (code, end, texts) => {
  const found = childProblem(end, use);
  expect(found).toMatchObject({ code, severity: "error", resource: use.urn });
  for (const text of texts) expect(`${found.detail}\n${found.hint}`).toContain(text);
});

test("a violation that is not on stdout has no hint about stdout", () => {
  const end: ChildEnd = { kind: "garbled", what: "no", on: "connection", stderr: [], isStarting: false };
  expect(childProblem(end, use).hint).toMatch(/^Run the command again/);
});

test("a change may have happened once its request was sent, and not before", () => {
  const died: ChildEnd = { kind: "exited", code: 1, signal: null, stderr, isStarting: false };
  expect(outcomeWithoutAnswer(died, true, use)).toMatchObject({
    kind: "uncertain",
    diagnostics: [{ code: "provider/child-died" }],
  });
  expect(outcomeWithoutAnswer(died, false, use).kind).toBe("failed");
});
