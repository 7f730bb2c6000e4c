import { expect, test } from "vitest";
import { callbackNotRun, type CallbackSite } from "./callback-not-run.js";

/** `10 x,y`: stands in line 10, waits for x and y. */
function site(text: string): CallbackSite {
  const [line, urns = ""] = text.split(" ");
  const position = line === "-" ? undefined : { file: "main.ts", line: Number(line), column: 1 };
  return { position, waitsFor: new Set(urns.split(",").filter((urn) => urn !== "")) };
}

type Row = [
  what: string,
  origins: readonly string[],
  ran: readonly string[],
  skipped: readonly string[],
  recorded: readonly string[],
  named: number | "unnamed" | "ran",
];

test.each<Row>([
  ["the program itself made it", [], [], ["10 x"], [], "ran"],
  ["all callbacks ran", ["10 x"], [], [], ["10 x"], "ran"],
  [
    "the one that made it ran, others have nothing to do with it",
    ["10 x"],
    ["10 x"],
    ["20 y"],
    ["10 x"],
    "ran",
  ],
  ["the one that made it did not run", ["10 x"], [], ["10 x"], ["10 x"], 10],
  ["the first of two on one output", ["10 x"], [], ["10 x", "20 x"], ["10 x", "20 x"], 10],
  ["the second of two on one output", ["20 x"], [], ["10 x", "20 x"], ["10 x", "20 x"], 20],
  ["the first of two, lines have moved", ["10 x"], [], ["20 x", "30 x"], ["20 x", "10 x"], 20],
  ["the second of two, lines have moved", ["20 x"], [], ["30 x", "20 x"], ["10 x", "20 x"], 30],
  ["the second of two, only it has moved", ["20 x"], [], ["10 x", "25 x"], ["10 x", "20 x"], 25],
  [
    "one of two, and there are three now",
    ["10 x"],
    [],
    ["15 x", "25 x", "35 x"],
    ["10 x", "20 x"],
    "unnamed",
  ],
  ["the only one like it", ["10 x"], [], ["15 x"], ["10 x", "12 x"], 15],
  ["the only one like it waits for more now", ["10 x"], [], ["15 x,y"], ["10 x"], 15],
  ["two like it", ["10 x"], [], ["15 x,y", "16 x,z"], ["10 x"], "unnamed"],
  ["none like it", ["10 x"], [], ["15 y"], ["10 x"], "unnamed"],
  ["one like it did not run, and one at its place did", ["10 x"], ["10 x"], ["20 x,y"], ["10 x"], "unnamed"],
  ["where it moved to, a callback ran", ["10 x"], ["20 x"], ["30 x"], ["10 x", "15 x"], "unnamed"],
  ["the outer of two", ["10 x", "11 y"], [], ["10 x"], ["10 x", "11 y"], 10],
  ["the inner of two", ["10 x", "11 y"], ["10 x"], ["11 y"], ["10 x", "11 y"], 11],
  ["several at one place", ["10 x"], ["10 y"], ["10 x", "10 z"], ["10 x", "10 y"], 10],
  ["a callback without a place", ["- x"], [], ["- x"], ["- x"], "unnamed"],
])("%s", (_, origins, ran, skipped, recorded, named) => {
  const found = callbackNotRun(origins.map(site), {
    ran: ran.map(site),
    skipped: skipped.map(site),
    recorded: recorded.map(site),
  });
  expect(found === undefined ? "ran" : (found.position?.line ?? "unnamed")).toBe(named);
});
