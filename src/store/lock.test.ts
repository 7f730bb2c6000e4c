import { expect, test } from "vitest";
import { isAlive } from "./lock.js";
import { unknownStart } from "./ports.js";
import { systemPorts } from "./system-ports.js";

const self = { user: "ana", host: "here", pid: 1, startTime: "10", bootId: "a" };
const holder = { ...self, pid: 2, startTime: "20" };

test.each([
  ["a process that lives", holder, "20", true],
  ["a process that is gone", holder, undefined, false],
  ["another process with its number", holder, "30", false],
  ["a process that hides when it began", holder, unknownStart, true],
  ["a process before the machine was started", { ...holder, bootId: "b" }, "20", false],
  ["a process of another machine", { ...holder, host: "there" }, undefined, true],
])("%s", (_, process, startTime, expected) => {
  expect(isAlive(process, { self, startTimeOf: () => startTime })).toBe(expected);
});

test("this process is alive, and one that cannot exist is not", () => {
  const { processes } = systemPorts({});
  expect(isAlive(processes.self, processes)).toBe(true);
  expect(processes.startTimeOf(2 ** 22 + 1)).toBeUndefined();
  expect(processes.self.bootId).not.toBe("");
});
