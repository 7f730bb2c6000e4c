import { createHmac, randomInt } from "node:crypto";

/** Returns an integer from 0 up to, but not including, `count`. All are equally likely. */
export type Draw = (count: number) => number;

/** Draws from the cryptographic random source. */
export const byChance: Draw = (count) => randomInt(count);

/**
 * Draws the same numbers for the same seed. The sequence must never change between versions, because shuffles of programs
 * depend on it. Only for reproducible orders, never for secrets.
 */
export function bySeed(seed: string): Draw {
  let drawn = 0;
  return (count) => {
    const whole = range - (range % count);
    for (;;) {
      const block = createHmac("sha256", seed).update(String(drawn++)).digest();
      const number = block.readUIntBE(0, 6);
      // Rejects numbers past the last whole multiple, which would make small results more likely.
      if (number < whole) return number % count;
    }
  };
}

/** The number of values of six bytes. */
const range = 2 ** 48;

/** Returns the items in random order. All orders are equally likely. */
export function shuffled<Item>(items: readonly Item[], draw: Draw): Item[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const other = draw(last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

export function oneOf<Item>(items: readonly Item[], draw: Draw): Item {
  return items[draw(items.length)]!;
}
