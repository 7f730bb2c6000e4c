import fc from "fast-check";
import { expect, test } from "vitest";
import { emptySum, StateSum } from "./state-sum.js";

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const term = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const number = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString("hex")}`);

test("what comes and what leaves is counted modulo 2 to the power of 256", () => {
  const changes = fc.array(fc.tuple(bytes32, fc.constantFrom<1 | -1>(1, -1)));
  fc.assert(
    fc.property(bytes32, changes, (first, others) => {
      const sum = new StateSum(number(first).toString(16).padStart(64, "0"));
      let expected = number(first);
      for (const [bytes, by] of others) {
        sum.add(term(bytes), by);
        expected += BigInt(by) * number(bytes);
      }
      expect(BigInt(`0x${sum.text}`)).toBe(BigInt.asUintN(256, expected));
      expect(sum.text).toHaveLength(64);
    }),
  );
});

test("nothing is left of what came and went, and of many that are the largest", () => {
  const largest = term(new Uint8Array(32).fill(255));
  const sum = new StateSum();
  for (let count = 0; count < 1000; count++) sum.add(largest);
  // Each of them equals minus one.
  expect(BigInt.asIntN(256, BigInt(`0x${sum.text}`))).toBe(-1000n);
  for (let count = 0; count < 1000; count++) sum.add(largest, -1);
  expect(sum.text).toBe(emptySum);
});
