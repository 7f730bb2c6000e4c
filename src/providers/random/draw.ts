import { createHmac, randomInt } from "node:crypto";

/** A whole number from 0 up to `count`, without `count` itself: each is equally likely. */
export type Draw = (count: number) => number;

/** What nobody can foresee. */
export const byChance: Draw = (count) => randomInt(count);

/**
 * The same numbers for the same seed, in every version: shuffles of programs depend on it. For an order that
 * has to be repeated, never for anything that has to stay unknown.
 */
export function bySeed(seed: string): Draw {
  let drawn = 0;
  return (count) => {
    const whole = range - (range % count);
    for (;;) {
      const block = createHmac("sha256", seed).update(String(drawn++)).digest();
      const number = block.readUIntBE(0, 6);
      // Past the last whole multiple the small numbers would come more often.
      if (number < whole) return number % count;
    }
  };
}

/** How many numbers six bytes can be. */
const range = 2 ** 48;

/** The items in an order that is drawn: each order is equally likely. */
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
