import { expect, test } from "vitest";
import { unlessAborted } from "./unless-aborted.js";

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
