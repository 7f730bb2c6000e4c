import { expect, test } from "vitest";
import type { RunEvent, Step } from "../../model/index.js";
import { OrderedEvents } from "./ordered-events.js";

/**
 * `a>`, `a<` and `a-`: a step starts, is done, fails. `a!`: its provider reports something. The first letter is the
 * URN.
 */
function told(needs: Readonly<Record<string, readonly string[]>>, happened: string): string {
  const steps = Object.entries(needs).map(([id, after]) => ({ id, after }) as unknown as Step);
  const found: string[] = [];
  const events = new OrderedEvents(steps, (event) => found.push(textOf(event)));
  for (const word of happened.split(" ")) events.add(eventOf(word));
  return found.join(" ");
}

function eventOf(word: string): RunEvent {
  const step = word.slice(0, -1);
  const urn = step[0]!;
  const told = { urn, step, action: "create" } as const;
  if (word.endsWith(">")) return { kind: "step-started", ...told };
  const ended = { kind: "step-finished", ...told, durationMs: 1, diagnostics: [] } as const;
  if (word.endsWith("<")) return { ...ended, result: "done" };
  if (word.endsWith("-")) return { ...ended, result: "failed" };
  if (word === "stop") return { kind: "cancelling", waitingFor: [] };
  return { kind: "message", urn, level: "info", text: word };
}

function textOf(event: RunEvent): string {
  if (event.kind === "step-started") return `${event.step}>`;
  if (event.kind === "step-finished") return `${event.step}${event.result === "done" ? "<" : "-"}`;
  return event.kind === "message" ? event.text : "stop";
}

test.each([
  ["events in order are emitted immediately", { a: [], b: ["a"] }, "a> a! a< b> b! b<", "a> a! a< b> b! b<"],
  ["a step is reported once its dependency has ended", { a: [], b: ["a"] }, "a> b> a< b<", "a> a< b> b<"],
  ["so are all its events", { a: [], b: ["a"] }, "a> b> b! b< a<", "a> a< b> b! b<"],
  [
    "it waits for all dependencies",
    { a: [], b: [], c: ["a", "b"] },
    "a> b> c> a< c! b<",
    "a> b> a< b< c> c!",
  ],
  ["and its dependents wait too", { a: [], b: ["a"], c: ["b"] }, "a> b> b< c> c< a<", "a> a< b> b< c> c<"],
  [
    "later events are emitted later",
    { a: [], b: ["a"], c: [] },
    "c> a> b> c< stop a<",
    "c> a> a< b> c< stop",
  ],
  ["a dependency that never started is not waited for", { a: [], b: ["a"] }, "b> b<", "b> b<"],
  [
    "a failure is not reported before steps that had started",
    { a: [], b: ["a"], c: [] },
    "a> b> c> a- b- c-",
    "a> b> c> a- b- c-",
  ],
  ["two steps of one resource", { a1: [], a2: ["a1"], b: ["a1"] }, "a1> a2> a1< a2<", "a1> a1< a2> a2<"],
])("%s", (_, needs, happened, expected) => {
  expect(told(needs, happened)).toBe(expected);
});
