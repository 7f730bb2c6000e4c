import { expect, test } from "vitest";
import { fileWitness, isAlive, isHere, type FileWitness, type Holder } from "./lock.js";
import { unknownStart } from "./ports.js";
import { systemPorts } from "./system-ports.js";

const self = { user: "ana", host: "here", pid: 1, startTime: "10", bootId: "a" };
const holder: Holder = { ...self, pid: 2, startTime: "20", runId: "r", command: "apply", since: "" };
const there = { ...holder, host: "there" };
const rebooted = { ...holder, bootId: "b" };

/**
 * A holder, the start time of the process with its pid, and whether it counts as alive for each state of its file:
 * held, free, none.
 */
test.each<[string, Holder, string | undefined, [boolean, boolean, boolean]]>([
  ["a process that lives", holder, "20", [true, true, true]],
  ["a process that is gone, or that of another container", holder, undefined, [true, false, false]],
  ["another process with its number", holder, "30", [true, false, false]],
  ["a process that hides when it began", holder, unknownStart, [true, false, true]],
  [
    "a process that did not know when it began",
    { ...holder, startTime: unknownStart },
    "20",
    [true, false, true],
  ],
  ["a process before the machine was started", rebooted, "20", [true, false, false]],
  ["a process of another machine", { ...there, bootId: "b" }, "20", [true, true, true]],
  ["a process of this machine by another name", there, undefined, [true, false, true]],
  ["one that is there to be seen", there, "20", [true, true, true]],
])("%s", (_, process, startTime, expected) => {
  const processes = { self, startTimeOf: () => startTime };
  expect((["held", "free", "none"] as const).map((file) => isAlive(process, processes, file))).toEqual(
    expected,
  );
});

test("two machines that started in the same minute are not taken for one", () => {
  const bootId = "boot 29384756";
  const alive = (process: Holder, file: FileWitness) =>
    isAlive(process, { self: { ...self, bootId }, startTimeOf: () => undefined }, file);
  expect(alive({ ...there, bootId }, "free")).toBe(true);
  expect(alive({ ...holder, bootId }, "free")).toBe(false);
});

test("a free file says something only of who has locked that very file", () => {
  const mine = { file: "1:2", release: () => {} };
  expect(fileWitness({ ...holder, lockedFile: "1:2" }, mine)).toBe("free");
  expect(fileWitness({ ...holder, lockedFile: "1:3" }, mine)).toBe("none");
  expect(fileWitness(holder, mine)).toBe("none");
  expect(fileWitness(holder, "held")).toBe("held");
  expect(fileWitness(holder, "none")).toBe("none");
});

test.each<[Holder, boolean]>([
  [holder, true],
  [there, false],
  [{ ...there, lockedFile: "1:2" }, true],
  [{ ...there, lockedFile: "1:2", bootId: "b" }, false],
])("%j: whether its death would be known here", (process, expected) => {
  expect(isHere(process, { self, startTimeOf: () => undefined })).toBe(expected);
});

test("this process is alive, and one that cannot exist is not", () => {
  const { processes } = systemPorts({});
  expect(isAlive({ ...holder, ...processes.self }, processes, "free")).toBe(true);
  expect(processes.startTimeOf(2 ** 22 + 1)).toBeUndefined();
  expect(processes.self.bootId).not.toBe("");
});
