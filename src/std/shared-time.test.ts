import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { SharedTime } from "./shared-time.js";
import { isTimeout } from "./within-time.js";
import { Clock } from "../../tests/support/clock.js";

/** A signal whose listeners are counted. */
class Others {
  readonly #controller = new AbortController();
  listeners = 0;

  readonly signal = new Proxy(this.#controller.signal, {
    get: (signal, name) => {
      if (name === "addEventListener") this.listeners++;
      if (name === "removeEventListener") this.listeners--;
      const value: unknown = Reflect.get(signal, name, signal);
      return typeof value === "function" ? value.bind(signal) : value;
    },
  });

  abort(reason: string): void {
    this.#controller.abort(reason);
  }
}

const nobody = new AbortController().signal;
const never = () => new Promise<string>(() => {});
const why = (signal: AbortSignal) => (isTimeout(signal) ? "no time" : String(signal.reason));

test("what begins in the same turn shares its signal, and one timer", async () => {
  const timer = new Clock();
  const time = new SharedTime(timer, 40);
  const signals: AbortSignal[] = [];
  const work = async (signal: AbortSignal) => void signals.push(signal);
  const both = [time.run(nobody, work, why), time.run(nobody, work, why)];
  expect([...timer.waiting.values()]).toEqual([40]);
  for (const each of both) await each;
  expect(timer.waiting.size).toBe(0);
  await time.run(nobody, work, why);
  await turn();
  await time.run(nobody, work, why);
  const [first, second, sameTurn, nextTurn] = signals;
  expect([second === first, sameTurn === first, nextTurn === first]).toEqual([true, true, false]);
});

test("all that have no result when the time is over get another, whatever becomes of the work", async () => {
  const timer = new Clock();
  const time = new SharedTime(timer, 40);
  let fail!: (error: Error) => void;
  const late = time.run(nobody, () => new Promise<string>((_, reject) => (fail = reject)), why);
  const other = time.run(nobody, never, why);
  const done = time.run(nobody, async () => "done", why);
  expect(await done).toBe("done");
  timer.strike();
  expect(await Promise.all([late, other])).toEqual(["no time", "no time"]);
  fail(new Error("too late"));
  expect(timer.waiting.size).toBe(0);
  expect(await time.run(nobody, async () => "begun after that", why)).toBe("begun after that");
});

test("what others end is ended with their reason, and not begun after that", async () => {
  const time = new SharedTime(new Clock(), 40);
  const [others, some] = [new Others(), new Others()];
  const answer = time.run(others.signal, never, why);
  const apart = time.run(some.signal, async () => "done", why);
  others.abort("enough");
  expect([await answer, await apart]).toEqual(["enough", "done"]);
  let isBegun = false;
  const work = async () => {
    isBegun = true;
    return "done";
  };
  expect([await time.run(others.signal, work, why), isBegun]).toEqual(["enough", false]);
});

test("nothing is left of many that have ended, whichever way", async () => {
  const timer = new Clock();
  const time = new SharedTime(timer, 40);
  const others = new Others();
  for (let call = 0; call < 1000; call++) await time.run(others.signal, async () => "done", why);
  const failures = [() => Promise.reject(new Error("no")), () => expect.fail("no")];
  for (const work of failures)
    await expect((async () => time.run(others.signal, work, why))()).rejects.toThrow("no");
  await turn();
  for (let call = 0; call < 10; call++) await time.run(others.signal, async () => "done", why);
  await turn();
  expect([timer.waiting.size, others.listeners]).toEqual([0, 0]);
});

test("what is there at once has no time to be over", () => {
  const timer = new Clock();
  const time = new SharedTime(timer, 40);
  expect(time.run(new Others().signal, () => "done", why)).toBe("done");
  expect(timer.waiting.size).toBe(0);
});

test("what ends its own time while it begins is given up", async () => {
  const time = new SharedTime(new Clock(), 40);
  const leave = new AbortController();
  const work = () => {
    leave.abort("enough");
    return new Promise<string>(() => {});
  };
  expect(await time.run(leave.signal, work, why)).toBe("enough");
});
