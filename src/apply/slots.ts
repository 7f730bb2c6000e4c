import type { Lane } from "../provider/contract/index.js";
import { PriorityQueue } from "../std/index.js";

export interface Waiting {
  /** The lowest goes first. */
  readonly rank: number;
  readonly lane: Lane | undefined;
  /** Called when it has its place. */
  readonly go: () => void;
}

/**
 * The places of what runs at the same time: so many in all, and in each lane no more than its width. Who waits for a
 * full lane keeps no place from the others. Giving one out costs the logarithm of those that wait.
 */
export class Places {
  readonly #count: number;
  readonly #waiting = queue();
  readonly #lanes = new Map<Lane, { taken: number; readonly waiting: PriorityQueue<Waiting> }>();
  #taken = 0;
  #isGiving = false;

  constructor(count: number) {
    this.#count = count;
  }

  /** Those that come together are served in the order of their ranks. */
  enter(waiting: readonly Waiting[]): void {
    for (const each of waiting) this.#waiting.add(each);
    this.#give();
  }

  leave(lane: Lane | undefined): void {
    this.#taken--;
    if (lane !== undefined) {
      const own = this.#laneOf(lane);
      own.taken--;
      const next = own.waiting.take();
      if (next !== undefined) this.#waiting.add(next);
    }
    this.#give();
  }

  /** One that goes may enter and leave at once: the loop that lets it go sees to that too. */
  #give(): void {
    if (this.#isGiving) return;
    this.#isGiving = true;
    try {
      while (this.#taken < this.#count && this.#waiting.size > 0) this.#giveTo(this.#waiting.take()!);
    } finally {
      this.#isGiving = false;
    }
  }

  #giveTo(next: Waiting): void {
    const lane = next.lane && this.#laneOf(next.lane);
    if (lane !== undefined && lane.taken >= next.lane!.width) {
      lane.waiting.add(next);
      return;
    }
    this.#taken++;
    if (lane !== undefined) lane.taken++;
    next.go();
  }

  #laneOf(lane: Lane) {
    const known = this.#lanes.get(lane) ?? { taken: 0, waiting: queue() };
    this.#lanes.set(lane, known);
    return known;
  }
}

function queue(): PriorityQueue<Waiting> {
  return new PriorityQueue(({ rank }) => rank);
}
