import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { commandLife } from "./command-life.js";

/** Whether a process is there, and not only waiting for its parent to take notice that it ended. */
function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

test("a timeout ends the script with all that it started, and what it did stays uncertain", async () => {
  const life = await commandLife({
    create: "sleep 60 & echo $! > child; echo $$ > leader; echo waiting >&2; wait",
    timeoutMs: 400,
  });
  const text = await life.failure();
  expect(text).toContain(
    "The create script exceeded its timeout of 400 ms and was terminated. It may have taken effect. Last lines of its stderr:\n    waiting",
  );
  expect([life.file("child"), life.file("leader")].map(Number).filter(isRunning)).toEqual([]);
  expect(await life.failure()).toContain("engine/uncertain");
});

test("a script may clean up when it is asked to end, and is made to if it will not", async () => {
  const life = await commandLife({
    create: "trap 'sleep 0.3; touch cleaned; exit 0' TERM; sleep 60 & wait",
    timeoutMs: 200,
  });
  expect(await life.failure()).toContain("exceeded its timeout of 200 ms");
  expect(existsSync(life.path("cleaned"))).toBe(true);

  const stubborn = await commandLife({
    create: "trap '' TERM; echo $$ > leader; while :; do sleep 1; done",
    timeoutMs: 200,
  });
  const begun = performance.now();
  expect(await stubborn.failure()).toContain("exceeded its timeout of 200 ms");
  expect(performance.now() - begun).toBeGreaterThan(4000);
  expect(isRunning(Number(stubborn.file("leader")))).toBe(false);
});

test("the first Ctrl-C lets a script end; the second ends it", async () => {
  const life = await commandLife({ create: "touch begun; sleep 0.6; echo whole" });
  const first = new AbortController();
  const running = life.apply({ signal: first.signal });
  while (!existsSync(life.path("begun"))) await sleep(20);
  first.abort();
  await running;
  const [object] = [...(await life.stack.snapshot()).objects.values()];
  expect(object!.stored.outputs).toMatchObject({ stdout: "whole" });

  const left = await commandLife({ create: "trap 'touch ended; exit' TERM; touch begun; sleep 60 & wait" });
  const second = new AbortController();
  const leaving = left.apply({ leave: second.signal });
  while (!existsSync(left.path("begun"))) await sleep(20);
  second.abort();
  expect(await leaving).toMatchObject({ ok: false });
  await expect.poll(() => existsSync(left.path("ended")), { timeout: 30_000 }).toBe(true);
});

test("the time that the resource is given for a create ends the script too", async () => {
  const create = "trap 'touch ended; exit' TERM; sleep 60 & wait";
  const life = await commandLife({ create }, { customTimeouts: { create: "1s" } });
  expect(await life.failure()).toContain("apply/timed-out");
  await expect.poll(() => existsSync(life.path("ended")), { timeout: 30_000 }).toBe(true);
});

test("a script that somebody else ended is uncertain too", async () => {
  const life = await commandLife({ create: "kill -KILL $$" });
  expect(await life.failure()).toContain("was terminated by SIGKILL. It may have taken effect.");
  expect(await life.failure()).toContain("engine/uncertain");
});

test("what a script leaves running is left alone and not waited for", async () => {
  const life = await commandLife({ create: "(echo $BASHPID; sleep 20) & echo $! > child; echo done" });
  const begun = performance.now();
  expect((await life.outputs())["stdout"]).toContain("done");
  expect(performance.now() - begun).toBeLessThan(18_000);
  expect(life.messages.join("\n")).toContain(
    "warn: The create script left a background process that keeps its output open.",
  );
  const child = Number(life.file("child"));
  expect(isRunning(child)).toBe(true);
  process.kill(child);
});

test("what talks for ever is not listened to for ever", async () => {
  const life = await commandLife({
    create: "(while :; do echo noise; sleep 0.05; done) & echo $! > child; echo done",
    logging: "none",
  });
  expect((await life.outputs())["stdout"]).toMatch(/^(done|noise)\n/);
  // Nobody reads any more, so it is ended by its own next word.
  await expect.poll(() => isRunning(Number(life.file("child"))), { timeout: 30_000 }).toBe(false);
});

test("ten megabytes are read to the end, and the beginning is kept with a note", async () => {
  const life = await commandLife({
    create:
      "yes 0123456789abcde | head -c 10000000; head -c 2000000 /dev/zero | tr '\\0' x >&2; echo end >&2",
  });
  const { stdout, stderr } = (await life.outputs()) as { stdout: string; stderr: string };
  expect(stdout.length).toBeLessThan(1_100_000);
  expect(stdout.startsWith("0123456789abcde\n0123")).toBe(true);
  expect(stdout.endsWith("\n[8951424 more bytes were not kept]")).toBe(true);
  expect(stderr.endsWith("\n[951428 more bytes were not kept]")).toBe(true);
  expect(life.messages).toContain(
    "warn: The stdout of the script was truncated: the last 8951424 bytes are not recorded.",
  );
  expect(life.messages).toContain("info: (further lines are not shown)");
  expect(life.messages.length).toBeLessThan(1010);
});

test("a large output of before does not fit into a variable, and the script runs without it", async () => {
  const args = {
    create: "head -c 100000 /dev/zero | tr '\\0' x; echo small >&2",
    update: 'echo "${COCONUT_STDOUT-none} $COCONUT_STDERR"',
  };
  const life = await commandLife({ ...args, triggers: 1 });
  await life.outputs();
  life.becomes({ ...args, triggers: 2 });
  expect(await life.outputs()).toMatchObject({ stdout: "none small" });
  expect(life.messages).toContain(
    "warn: COCONUT_STDOUT is not set: the last output is too large for an environment variable, or contains a NUL character.",
  );
});

test("bytes that are no UTF-8, and NUL, do no harm", async () => {
  const life = await commandLife({
    create: String.raw`printf 'a\377b\000c'`,
    update: 'echo "${COCONUT_STDOUT-none}"',
  });
  expect(await life.outputs()).toMatchObject({ stdout: "a\ufffdb\0c" });
  expect((await life.stack.plan()).isEmpty).toBe(true);
});
