import fc from "fast-check";
import { expect, test } from "vitest";
import { PriorityQueue } from "./priority-queue.js";

test("gives out what ranks lowest among what is in it", () => {
  const queue = new PriorityQueue<string>((text) => text.length);
  queue.add("three");
  queue.add("a");
  expect(queue.take()).toBe("a");
  queue.add("to");
  queue.add("for");
  expect([queue.take(), queue.take(), queue.take(), queue.take()]).toEqual(["to", "for", "three", undefined]);
});

test("does as a list that is sorted every time", () => {
  const changes = fc.array(fc.option(fc.integer(), { nil: undefined }), { maxLength: 60 });
  fc.assert(
    fc.property(changes, (given) => {
      const queue = new PriorityQueue<number>((item) => item);
      const list: number[] = [];
      for (const item of given) {
        if (item === undefined) {
          expect(queue.take()).toBe(list.shift());
        } else {
          queue.add(item);
          list.push(item);
          list.sort((a, b) => a - b);
        }
        expect(queue.size).toBe(list.length);
      }
    }),
  );
});
