import { appendFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { currentLogFile, logFiles } from "./log-file.js";
import { LogWriter } from "./log-writer.js";
import { lastLogLines, readLog, type ReadLogOptions } from "./read-log.js";

/** Two lines fill a file. */
const fileBytes = 180;

test("a log is two files at most, and read in the order of its lines", async () => {
  const { folder, writer } = log();
  for (let line = 1; line <= 7; line++) writer.write("stdout", `line ${line}`);
  for (const file of logFiles) expect(statSync(join(folder, file)).size).toBeLessThanOrEqual(fileBytes);
  expect(await messages(folder)).toEqual(["line 5", "line 6", "line 7"]);
});

test("lines have their time and stream, and those before a time are left out", async () => {
  const { folder, writer } = log();
  writer.write("stdout", "old");
  await delay(5);
  const since = new Date();
  writer.write("stderr", "new");
  const lines = [];
  for await (const line of readLog(folder, { since })) lines.push(line);
  expect(lines).toEqual([{ time: expect.any(Date), stream: "stderr", message: "new" }]);
});

test("a clock that is set hides nothing, and keeps the order", async () => {
  const { folder, writer } = log();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 24 * 60 * 60 * 1000 });
  onTestFinished(() => void vi.useRealTimers());
  writer.write("stdout", "of tomorrow");
  vi.useRealTimers();
  writer.write("stdout", "of today");
  expect(await messages(folder)).toEqual(["of tomorrow", "of today"]);
});

test("who does not follow comes to an end, however much is written meanwhile", async () => {
  const { folder, writer } = log();
  writer.write("stdout", "line");
  let lines = 0;
  for await (const line of readLog(folder)) {
    expect(line.message).toBe("line");
    writer.write("stdout", "line");
    expect(++lines).toBeLessThan(10);
  }
});

test("the last lines", async () => {
  const { folder, writer } = log();
  for (let line = 1; line <= 3; line++) writer.write("stdout", `line ${line}`);
  const last = await lastLogLines(folder, new Date(0), 2);
  expect(last.map(({ message }) => message)).toEqual(["line 2", "line 3"]);
});

test("a line that a killed writer left is nobody's, and does not spoil the next", async () => {
  const { folder, writer } = log();
  writer.write("stdout", "before");
  appendFileSync(join(folder, currentLogFile), `{"time":"20`);
  const next = new LogWriter(folder);
  onTestFinished(() => next.close());
  next.write("stdout", "after");
  expect(await messages(folder)).toEqual(["before", "after"]);
});

test("following goes through full files, loses nothing, says nothing twice, and ends when it is told to", async () => {
  const { folder, writer } = log();
  const end = new AbortController();
  const seen: string[] = [];
  const following = (async () => {
    const lines = readLog(folder, { follow: true, signal: end.signal });
    for await (const { message } of lines) seen.push(message);
  })();
  // As much as may be between two looks: a file that is full, and one that is not.
  for (const written of [1, 4, 5, 8, 9]) {
    for (let line = seen.length + 1; line <= written; line++) writer.write("stdout", `line ${line}`);
    while (seen.length < written) await delay(10);
  }
  end.abort();
  await following;
  expect(seen).toEqual(Array.from({ length: 9 }, (_, line) => `line ${line + 1}`));
});

test("following waits for a log that has not begun, and ends when its folder is gone", async () => {
  const folder = mkdtempSync(join(tmpdir(), "coconut-log-"));
  const following = messages(folder, { follow: true });
  await delay(50);
  const writer = new LogWriter(folder);
  onTestFinished(() => writer.close());
  writer.write("stdout", "hello");
  await delay(400);
  rmSync(folder, { recursive: true });
  expect(await following).toEqual(["hello"]);
});

test("there is no log of what never ran", async () => {
  expect(await messages(join(tmpdir(), "coconut-log-none"))).toEqual([]);
});

function log() {
  const folder = mkdtempSync(join(tmpdir(), "coconut-log-"));
  const writer = new LogWriter(folder, fileBytes);
  onTestFinished(() => {
    writer.close();
    rmSync(folder, { recursive: true });
  });
  return { folder, writer };
}

async function messages(folder: string, options: ReadLogOptions = {}): Promise<string[]> {
  const found: string[] = [];
  for await (const { message } of readLog(folder, options)) found.push(message);
  return found;
}
