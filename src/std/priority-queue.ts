/** A queue that returns the item with the lowest rank first. Adding and removing take logarithmic time. */
export class PriorityQueue<Item> {
  readonly #rankOf: (item: Item) => number;
  /** A binary heap: no item ranks below its parent, which is at half its index. */
  readonly #items: Item[] = [];

  constructor(rankOf: (item: Item) => number) {
    this.#rankOf = rankOf;
  }

  get size(): number {
    return this.#items.length;
  }

  add(item: Item): void {
    let index = this.#items.push(item) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#isLower(index, parent)) return;
      this.#swap(index, parent);
      index = parent;
    }
  }

  take(): Item | undefined {
    if (this.#items.length > 1) this.#swap(0, this.#items.length - 1);
    const taken = this.#items.pop();
    for (let index = 0; ;) {
      let lowest = index;
      for (let child = 2 * index + 1; child <= 2 * index + 2; child++) {
        if (child < this.#items.length && this.#isLower(child, lowest)) lowest = child;
      }
      if (lowest === index) return taken;
      this.#swap(index, lowest);
      index = lowest;
    }
  }

  #isLower(a: number, b: number): boolean {
    return this.#rankOf(this.#items[a]!) < this.#rankOf(this.#items[b]!);
  }

  #swap(a: number, b: number): void {
    const item = this.#items[a]!;
    this.#items[a] = this.#items[b]!;
    this.#items[b] = item;
  }
}
