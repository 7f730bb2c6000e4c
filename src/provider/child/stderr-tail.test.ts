import { describe, expect, test } from "vitest";
import { StderrTail } from "./stderr-tail.js";

const crash = /^(?:panic|fatal error): /;
const numbered = (what: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${what} ${index}`);

function linesAfter(written: readonly string[], pattern?: RegExp): readonly string[] {
  const tail = new StderrTail(() => {}, { crashReport: pattern });
  tail.take(Buffer.from(written.map((line) => `${line}\n`).join("")));
  return tail.lines();
}

describe("the end of stderr", () => {
  test("is the last 40 lines", () => {
    expect(linesAfter(numbered("line", 100))).toEqual(numbered("line", 100).slice(-40));
  });

  test("begins with a crash report, however long its stack is", () => {
    const shown = linesAfter([...numbered("before", 50), "panic: boom", ...numbered("frame", 500)], crash);
    expect(shown.slice(0, 3)).toEqual(["panic: boom", "frame 0", "frame 1"]);
    expect(shown.slice(-2)).toEqual(["frame 498", "frame 499"]);
    expect(shown).toHaveLength(41);
    expect(shown[30]).toBe("(461 more lines)");
  });

  test("has a short crash report as it is", () => {
    const report = ["fatal error: all goroutines are asleep", "", "goroutine 1 [chan receive]:"];
    expect(linesAfter(["before", ...report], crash)).toEqual(report);
  });

  test("has the latest of two crash reports", () => {
    const shown = linesAfter(["panic: one", ...numbered("frame", 40), "panic: two", "frame"], crash);
    expect(shown).toEqual(["panic: two", "frame"]);
  });

  test("is legible", () => {
    const heard: string[] = [];
    const tail = new StderrTail((line) => heard.push(line), {
      legible: (line) => (line === "noise" ? undefined : line.toUpperCase()),
    });
    tail.take(Buffer.from("one\nnoise\n"));
    expect([tail.lines(), heard]).toEqual([["ONE"], ["one", "noise"]]);
  });

  test("has no secrets", () => {
    const tail = new StderrTail(() => {}, { crashReport: crash });
    tail.take(Buffer.from("panic: the key is swordfish-1234\nframe swordfish-1234\n"));
    tail.hide(["swordfish-1234"]);
    expect(tail.lines().join("\n")).not.toContain("swordfish");
  });
});
