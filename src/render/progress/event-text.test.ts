import { describe, expect, test } from "vitest";
import type { Diagnostic, RunEvent, StepAction, StepResult } from "../../model/index.js";
import { displayWidth } from "../../std/display-width.js";
import { plainLook, type Look } from "../look.js";
import { eventText } from "./event-text.js";

const urn = (name: string) => `urn:pulumi:dev::shop::shop:web:Site$local:index:File::${name}`;
const marked: Look = { ...plainLook, paint: (style, text) => `<${style}>${text}</>` };
const noRoom: Diagnostic = {
  code: "apply/failed",
  severity: "error",
  summary: "A step failed",
  detail: "There is no room.\nThe shelf is full of \u001b[31mred boxes.",
  hint: "Make some.",
};

function finished(
  action: StepAction,
  result: StepResult,
  name = "greeting",
  diagnostics: readonly Diagnostic[] = [],
): RunEvent {
  return { kind: "step-finished", urn: urn(name), action, step: "x", result, durationMs: 12.3, diagnostics };
}

const waiting = {
  kind: "waiting",
  runId: "1",
  user: "ada",
  host: "box",
  pid: 1,
  command: "apply",
  since: "2024-05-01T10:00:00Z",
} as const;

describe("a step that has ended", () => {
  test.each<[StepAction, StepResult, string]>([
    ["create", "done", "  created   local:index:File greeting  12 ms\n"],
    ["update", "done", "  updated   local:index:File greeting  12 ms\n"],
    ["delete", "done", "  deleted   local:index:File greeting  12 ms\n"],
    ["import", "done", "  imported  local:index:File greeting  12 ms\n"],
    ["refresh", "done", "  refreshed local:index:File greeting  12 ms\n"],
    ["record", "done", "  recorded  local:index:File greeting  12 ms\n"],
    ["forget", "done", "  forgot    local:index:File greeting  12 ms\n"],
    ["read", "done", "  read      local:index:File greeting  12 ms\n"],
    ["update", "skipped", "  skipped   local:index:File greeting  12 ms\n"],
    ["create", "uncertain", "  uncertain local:index:File greeting  12 ms\n"],
    ["confirm", "failed", "  failed    local:index:File greeting  12 ms\n"],
    ["confirm", "done", ""],
    ["create", "not-started", ""],
  ])("%s %s", (action, result, text) => {
    expect(eventText(finished(action, result), plainLook)).toBe(text);
  });

  test("has its colour, and what went wrong below it", () => {
    expect(eventText(finished("create", "done"), marked)).toBe(
      "  <create>created   </><faint>local:index:File</> greeting  <faint>12 ms</>\n",
    );
    expect(eventText(finished("create", "failed", "greeting", [noRoom]), marked)).toBe(
      [
        "  <error>failed    </><faint>local:index:File</> greeting  <faint>12 ms</>",
        "            <error>There is no room.</>",
        String.raw`            <error>The shelf is full of \u001b[31mred boxes.</>`,
        "",
      ].join("\n"),
    );
  });

  test("is told to be repeated, with why and when", () => {
    const retrying = { kind: "retrying", urn: urn("greeting"), action: "create", diagnostics: [] } as const;
    expect(eventText({ ...retrying, attempt: 2, afterMs: 0 }, plainLook)).toBe(
      "  retrying  local:index:File greeting  attempt 2\n",
    );
    const later = { ...retrying, attempt: 3, attempts: 5, afterMs: 4000, diagnostics: [noRoom] };
    expect(eventText(later, plainLook)).toMatch(
      /^ {2}retrying {2}local:index:File greeting {2}attempt 3 of 5 in 4 seconds\n {12}There is no room\.\n/,
    );
  });

  test("leaves out the type, and then some of the name, where it is narrow", () => {
    const at = (width: number, name: string) =>
      eventText(finished("create", "failed", name, [noRoom]), { ...plainLook, width });
    expect(at(40, "greeting")).toMatch(/^ {2}failed {4}greeting {2}12 ms\n/);
    expect(at(40, "greeting-of-all-the-world-and-more")).toMatch(
      /^ {2}failed {4}greeting-o…d-and-more {2}12 ms\n/,
    );
    for (const width of [40, 60])
      expect(Math.max(...at(width, "x".repeat(99)).split("\n").map(displayWidth))).toBeLessThanOrEqual(width);
  });
});

describe("other events", () => {
  const message = (level: string, text: string): RunEvent => ({
    kind: "message",
    urn: urn("a"),
    level,
    text,
  });

  test.each<[string, RunEvent, string]>([
    ["a message", message("info", "half of it"), "<faint>  a: half of it</>\n"],
    ["a warning", message("warn", "hot"), "<warning>  a: hot</>\n"],
    ["an error", message("error", "hot"), "<error>  a: hot</>\n"],
    ["lines", message("info", "one\r\ntwo\r\n"), "<faint>  a: one</>\n<faint>  two</>\n"],
    ["a message for those who look closely", message("debug", "x"), ""],
    [
      "what is waited for",
      { kind: "cancelling", waitingFor: [urn("a"), urn("b")] },
      "<warning>Stopping. Waiting for 2 running steps: a, b. Interrupt again to exit.</>\n",
    ],
    [
      "one that is waited for",
      { kind: "cancelling", waitingFor: [urn("a")] },
      "<warning>Stopping. Waiting for 1 running step: a. Interrupt again to exit.</>\n",
    ],
    [
      "nothing to wait for",
      { kind: "cancelling", waitingFor: [] },
      "<warning>Stopping. Nothing is running.</>\n",
    ],
    [
      "many to wait for",
      { kind: "cancelling", waitingFor: "abcdefg".split("").map(urn) },
      "<warning>Stopping. Waiting for 7 running steps: a, b, c, d, e and 2 more. Interrupt again to exit.</>\n",
    ],
    [
      "a create that may still take effect",
      { kind: "waiting-for-creates", urns: [urn("a"), urn("b"), urn("c")], runIds: ["r-5"], upToMs: 12_000 },
      "  waiting up to 12 s for 3 creates of run r-5 that may still take effect\n",
    ],
    [
      "creates of two runs that may still take effect",
      { kind: "waiting-for-creates", urns: [urn("a")], runIds: ["r-5", "r-6"], upToMs: 12 },
      "  waiting up to 1 s for 1 create of 2 earlier runs that may still take effect\n",
    ],
    [
      "an interrupted operation",
      { kind: "settled", urn: urn("a"), result: "adopted" },
      `  interrupted operation on ${urn("a")}: adopted\n`,
    ],
    [
      "what an interrupted call has left running",
      {
        kind: "waiting-for-process",
        urn: urn("a"),
        action: "create",
        group: 4121,
        until: "2024-05-01T11:00:00Z",
      },
      "  waiting for process group 4121, which the interrupted create of a left running; it will be stopped at 2024-05-01T11:00:00Z\n",
    ],
    [
      "what is ended",
      { kind: "ending", urn: urn("a"), action: "delete", group: 4121 },
      "  stopping process group 4121: the deadline of the interrupted delete of a has passed\n",
    ],
    [
      "whose run was taken over",
      {
        kind: "took-over",
        runId: "1",
        user: "ada",
        host: "box",
        pid: 1,
        command: "apply",
        since: "2024-05-01T10:00:00Z",
      },
      "  taking over from ada@box, whose apply (started 2024-05-01T10:00:00Z) died\n",
    ],
    [
      "who is waited for",
      { ...waiting, waitedMs: 3, limitMs: 300_000 },
      'Waiting for the lock, held by "apply" (ada@box, pid 1). Timeout: 5 minutes.\n',
    ],
    [
      "who is still waited for",
      { ...waiting, waitedMs: 90_000 },
      'Waiting for the lock for 1 min 30 s, held by "apply" (ada@box, pid 1).\n',
    ],
    ["the beginning", { kind: "apply-started", runId: "1", steps: 3 }, ""],
    ["the end", { kind: "run-finished", runId: "1", succeeded: true }, ""],
    ["the beginning of a step", { kind: "step-started", urn: urn("a"), action: "create", step: "x" }, ""],
  ])("%s", (_, event, text) => {
    expect(eventText(event, marked)).toBe(text);
  });

  test("are told in full to those who look closely", () => {
    expect(eventText(message("debug", "x"), { ...plainLook, verbose: true })).toBe("  a: x\n");
  });

  test("are broken where it is narrow", () => {
    const stopping = eventText(
      { kind: "cancelling", waitingFor: [urn("first"), urn("second")] },
      { ...plainLook, width: 40 },
    );
    expect(stopping.split("\n")).toEqual([
      "Stopping. Waiting for 2 running steps:",
      "    first, second. Interrupt again to",
      "    exit.",
      "",
    ]);
  });
});
