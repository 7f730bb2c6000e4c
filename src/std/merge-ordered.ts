import { deferred, type Deferred } from "./deferred.js";

export interface MergeOptions<Item> {
  /** Lower ranks come first. Among equal ranks, the earlier source comes first. */
  readonly rankOf: (item: Item) => number;
  /**
   * How long the next item is delayed for a source that has produced nothing and may still produce a lower rank
   * (default: no limit, which suits sources that end).
   */
  readonly patienceMs?: number;
  /** Maximum number of items of one source that are read ahead and so delayed. */
  readonly most?: number;
}

/**
 * Merges several sources in order. Each source is ordered by itself, or nearly. At most `most` items of a source are
 * read ahead, and a source is closed when no more items are needed.
 */
export async function* mergeOrdered<Item>(
  sources: readonly AsyncIterable<Item>[],
  { rankOf, patienceMs = Infinity, most = 256 }: MergeOptions<Item>,
): AsyncGenerator<Item, void, void> {
  const bell = new Bell();
  const lanes = sources.map((source) => new MergeSource(source, most, bell));
  try {
    for (;;) {
      const heard = bell.next();
      const failed = lanes.find(({ failure }) => failure !== undefined);
      if (failed !== undefined) throw failed.failure!.error;
      const best = lowest(lanes, rankOf);
      if (best === undefined && lanes.every(({ isOver }) => isOver)) return;
      const isSilent = lanes.some(({ isOver, held }) => !isOver && held.length === 0);
      const waitMs = best === undefined ? Infinity : best.held[0]!.since + patienceMs - performance.now();
      if (best !== undefined && (!isSilent || waitMs <= 0 || best.held.length >= most)) yield best.take();
      else await heardWithin(heard, waitMs);
    }
  } finally {
    // A source that is waiting closes only later, so closing is not awaited.
    for (const lane of lanes) lane.close();
  }
}

/** Notifies waiters of a change. */
class Bell {
  #rung: Deferred<void> = deferred();

  next(): Promise<void> {
    return this.#rung.promise;
  }

  ring(): void {
    const rung = this.#rung;
    this.#rung = deferred();
    rung.resolve();
  }
}

class MergeSource<Item> {
  readonly held: { readonly item: Item; readonly since: number }[] = [];
  isOver = false;
  failure: { readonly error: unknown } | undefined;
  readonly #iterator: AsyncIterator<Item>;
  readonly #most: number;
  readonly #bell: Bell;
  #isReading = false;

  constructor(source: AsyncIterable<Item>, most: number, bell: Bell) {
    this.#iterator = source[Symbol.asyncIterator]();
    this.#most = most;
    this.#bell = bell;
    void this.#read();
  }

  take(): Item {
    const { item } = this.held.shift()!;
    void this.#read();
    return item;
  }

  close(): void {
    this.isOver = true;
    void Promise.resolve(this.#iterator.return?.()).catch(() => {});
  }

  async #read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    while (!this.isOver && this.held.length < this.#most) {
      try {
        const { done, value } = await this.#iterator.next();
        if (done) this.isOver = true;
        else this.held.push({ item: value, since: performance.now() });
      } catch (error) {
        this.isOver = true;
        this.failure = { error };
      }
      this.#bell.ring();
    }
    this.#isReading = false;
  }
}

function lowest<Item>(
  lanes: readonly MergeSource<Item>[],
  rankOf: (item: Item) => number,
): MergeSource<Item> | undefined {
  let best: MergeSource<Item> | undefined;
  let rank = Infinity;
  for (const lane of lanes) {
    const [head] = lane.held;
    if (head === undefined || (best !== undefined && rankOf(head.item) >= rank)) continue;
    best = lane;
    rank = rankOf(head.item);
  }
  return best;
}

async function heardWithin(heard: Promise<void>, waitMs: number): Promise<void> {
  if (waitMs === Infinity) return heard;
  let timeout: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timeout = setTimeout(resolve, waitMs);
  });
  await Promise.race([heard, over]);
  clearTimeout(timeout);
}
