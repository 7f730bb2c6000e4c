import { describe, expect, test } from "vitest";
import { plainLook, type Look } from "../look.js";
import { countersText, logLineText, statsText, type ShownLogLine, type ShownStats } from "./index.js";

const marked: Look = { ...plainLook, paint: (style, text) => `<${style} ${text}>` };

describe("a line of a log", () => {
  const time = new Date("2024-05-01T10:00:00Z");

  test.each<[title: string, line: Omit<ShownLogLine, "time">, text: string]>([
    ["alone", { message: "up" }, "2024-05-01T10:00:00.000Z up\n"],
    ["of a stream", { message: "up", stream: "out" }, "2024-05-01T10:00:00.000Z [out] up\n"],
    [
      "among others",
      { message: "up", stream: "out", of: { name: "web", width: 5, index: 0 } },
      "2024-05-01T10:00:00.000Z web    [out] up\n",
    ],
    [
      "of several lines",
      { message: "one\ntwo\n", of: { name: "a", width: 1, index: 0 } },
      `2024-05-01T10:00:00.000Z a  one\n${" ".repeat(28)}two\n`,
    ],
    [
      "that would move the cursor",
      { message: "\u001B[31mred\u001B[0m\u001B[2J\tx\u0007", stream: "a\nb" },
      "2024-05-01T10:00:00.000Z [a\\nb] red\\u001b[2J    x\\u0007\n",
    ],
    ["that says nothing", { message: "" }, "2024-05-01T10:00:00.000Z \n"],
  ])("%s", (_, line, text) => {
    expect(logLineText({ time, ...line }, plainLook)).toBe(text);
  });

  test("resources are told apart by colour", () => {
    const of = (index: number) =>
      logLineText({ time, message: "m", of: { name: "a", width: 1, index } }, marked);
    expect(of(0)).toBe("<faint 2024-05-01T10:00:00.000Z ><record a>  <faint >m\n");
    expect(of(1)).toContain("<create a>");
    expect(of(5)).toContain("<record a>");
  });

  test("a time that is none", () => {
    expect(logLineText({ time: new Date(Number.NaN), message: "up" }, plainLook)).toBe("- up\n");
  });
});

const stats: ShownStats = {
  resources: [
    {
      name: "web",
      type: "process:index:Server",
      stats: { requests: 1204, memory: { value: 13_000_000, unit: "B" } },
    },
    { name: "e\nvil", type: "shelf:index:Box", stats: {} },
  ],
  providers: [
    { package: "process", version: "1.0.0", resources: 1, stats: { requests: 1204 } },
    { package: "shelf", version: "2.0.0", resources: 3, stats: { "opened\u001B": 12 } },
  ],
  lastRun: {
    command: "apply",
    begunAt: "2024-05-01T10:00:00.000Z",
    durationMs: 3400,
    slowest: [
      {
        urn: "urn:pulumi:dev::shop::process:index:Server::web",
        action: "create",
        result: "done",
        durationMs: 2100,
      },
      {
        urn: "urn:pulumi:dev::shop::shelf:index:Box::chest",
        action: "update",
        result: "failed",
        durationMs: 12,
      },
    ],
  },
};

test("counters of resources and providers, and the slowest steps", () => {
  expect(statsText(stats, plainLook)).toBe(`Resources
  web  process:index:Server
    requests  1,204
    memory    12.4 MiB
  e\\nvil  shelf:index:Box

Providers
  process  1.0.0, 1 resource
    requests  1,204
  shelf  2.0.0, 3 resources
    opened\\u001b  12

Slowest steps of the last apply, 2024-05-01 10:00:00Z, 3.4 s
  2.1 s  create  web
  12 ms  update  chest  failed
`);
});

test("with -v, steps are told by URN", () => {
  expect(statsText(stats, { ...plainLook, verbose: true })).toContain(
    "2.1 s  create  urn:pulumi:dev::shop::process:index:Server::web\n",
  );
});

test("what there is nothing of is left out", () => {
  expect(statsText({ resources: [], providers: [] }, plainLook)).toBe("");
});

test("the counters of one resource stand alone", () => {
  expect(countersText({ a: 1, longer: { value: 2, unit: "g" } }, plainLook)).toBe("a       1\nlonger  2 g\n");
});
