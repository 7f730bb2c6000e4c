import { expect, test } from "vitest";
import { unlessAborted, untilAborted } from "./until-aborted.js";

test("is what the work comes to", async () => {
  const { signal } = new AbortController();
  expect(await unlessAborted(signal, Promise.resolve(1))).toBe(1);
  await expect(unlessAborted(signal, Promise.reject(new Error("no")))).rejects.toThrow("no");
});

test("is nothing once it is aborted, whatever the work comes to then", async () => {
  const controller = new AbortController();
  let fail: (reason: Error) => void = () => {};
  const work = new Promise<number>((_, reject) => (fail = reject));
  const result = unlessAborted(controller.signal, work);
  controller.abort();
  expect(await result).toBeUndefined();
  expect(await unlessAborted(controller.signal, Promise.resolve(1))).toBeUndefined();
  fail(new Error("too late"));
});

const never = new Promise<never>(() => {});

async function collect<Item>(items: AsyncIterable<Item>, each: (item: Item) => void = () => {}) {
  const found: Item[] = [];
  for await (const item of items) {
    found.push(item);
    each(item);
  }
  return found;
}

test("all of a source that ends", async () => {
  const source = async function* () {
    yield 1;
    yield 2;
  };
  expect(await collect(untilAborted(source(), new AbortController().signal))).toEqual([1, 2]);
});

test("ends although the source never does", async () => {
  const controller = new AbortController();
  const source = async function* () {
    yield 1;
    await never;
  };
  const abort = () => void setImmediate(() => controller.abort());
  expect(await collect(untilAborted(source(), controller.signal), abort)).toEqual([1]);
});

test("nothing after an abort, and nothing of a source when it was aborted before", async () => {
  const controller = new AbortController();
  const source = async function* () {
    yield 1;
    yield 2;
  };
  expect(await collect(untilAborted(source(), controller.signal), () => controller.abort())).toEqual([1]);
  expect(await collect(untilAborted(source(), controller.signal))).toEqual([]);
});

test("what a source throws because of the abort is no failure; before it, it is", async () => {
  const controller = new AbortController();
  const source = async function* () {
    yield 1;
    await new Promise((_, reject) =>
      controller.signal.addEventListener("abort", () => reject(new Error("aborted"))),
    );
  };
  const abort = () => void setImmediate(() => controller.abort());
  expect(await collect(untilAborted(source(), controller.signal), abort)).toEqual([1]);
  const broken = async function* () {
    yield 1;
    throw new Error("broken");
  };
  await expect(collect(untilAborted(broken(), new AbortController().signal))).rejects.toThrow("broken");
});

test("a source is told when nobody listens any more", async () => {
  let isTold = false;
  const source = async function* () {
    try {
      yield 1;
      yield 2;
    } finally {
      isTold = true;
    }
  };
  for await (const _ of untilAborted(source(), new AbortController().signal)) break;
  expect(isTold).toBe(true);
});
