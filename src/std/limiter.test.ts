import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { deferred } from "./deferred.js";
import { Limiter } from "./limiter.js";

test("so many run at the same time; the others begin in the order they came", async () => {
  const limiter = new Limiter(2);
  const begun: string[] = [];
  const work = ["a", "b", "c", "d"].map((name) => {
    const gate = deferred<string>();
    const result = limiter.run(() => {
      begun.push(name);
      return gate.promise;
    });
    return { end: () => gate.resolve(name), result };
  });
  await turn();
  expect(begun).toEqual(["a", "b"]);
  work[1]!.end();
  await turn();
  expect(begun).toEqual(["a", "b", "c"]);
  work[0]!.end();
  await turn();
  expect(begun).toEqual(["a", "b", "c", "d"]);
  for (const { end } of work) end();
  expect(await Promise.all(work.map(({ result }) => result))).toEqual(["a", "b", "c", "d"]);
});

test("who waits aside lets another run, and goes on when a place is free", async () => {
  const limiter = new Limiter(1);
  const told: string[] = [];
  const [waited, second] = [deferred<void>(), deferred<void>()];
  const first = limiter.run(async (aside) => {
    told.push("first begins");
    await aside(() => waited.promise);
    told.push("first goes on");
  });
  const other = limiter.run(async () => {
    told.push("second begins");
    await second.promise;
  });
  await turn();
  waited.resolve();
  await turn();
  expect(told).toEqual(["first begins", "second begins"]);
  second.resolve();
  await Promise.all([first, other]);
  expect(told.at(-1)).toBe("first goes on");
});

test("who waits aside in vain has its place again when it fails", async () => {
  const limiter = new Limiter(1);
  const fails = limiter.run((aside) => aside(() => Promise.reject(new Error("no"))));
  await expect(fails).rejects.toThrow("no");
  let running = 0;
  const work = async () => {
    expect(++running).toBe(1);
    await turn();
    running--;
  };
  await Promise.all([limiter.run(work), limiter.run(work)]);
});

test("who comes while a place is handed on does not slip in between", async () => {
  const limiter = new Limiter(1);
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++running);
    await turn();
    running--;
  };
  const first = limiter.run(work);
  const second = limiter.run(work);
  await first;
  await Promise.all([second, limiter.run(work), limiter.run(work)]);
  expect([most, running]).toEqual([1, 0]);
});

test.each([
  { how: "fails", work: async () => Promise.reject(new Error("no")) },
  {
    how: "throws at once",
    work: () => {
      throw new Error("no");
    },
  },
])("what $how gives its place back, and its error is its own", async ({ work }) => {
  const limiter = new Limiter(1);
  const failed = (async () => limiter.run(work))();
  const next = limiter.run(async () => "next");
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe("next");
  expect(await limiter.run(async () => "later")).toBe("later");
});

test("what is there at once is given at once", () => {
  const limiter = new Limiter(1);
  expect(limiter.run(() => "first")).toBe("first");
  expect(limiter.run(() => "second")).toBe("second");
});

test("what would be there at once waits for its turn", async () => {
  const limiter = new Limiter(1);
  const first = limiter.run(turn);
  const second = limiter.run(() => "second");
  expect(second).toBeInstanceOf(Promise);
  await first;
  expect(await second).toBe("second");
});
