import { expect, test } from "vitest";
import { deferred } from "./deferred.js";

test("the first call settles it; later ones do not count", async () => {
  const { promise, resolve } = deferred<string>();
  resolve("first");
  resolve("second");
  expect(await promise).toBe("first");
});

test("it waits until then", async () => {
  const { promise, resolve } = deferred<string>();
  expect(await Promise.race([promise, Promise.resolve("nothing yet")])).toBe("nothing yet");
  resolve("now");
  expect(await promise).toBe("now");
});
