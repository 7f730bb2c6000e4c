import type { Lane } from "../provider/contract/index.js";
import { PriorityQueue } from "../std/index.js";

export interface SlotRequest {
  /** The lowest rank is served first. */
  readonly rank: number;
  readonly lane: Lane | undefined;
  /** Called when the request gets a slot. */
  readonly go: () => void;
}

/**
 * The concurrency limit of a run: a total number of slots, and a width for each lane. A step that waits for a full lane
 * does not block other steps. Assigning a slot costs the logarithm of the number of waiting steps.
 */
export class Slots {
  readonly #count: number;
  readonly #waiting = queue();
  readonly #lanes = new Map<Lane, { taken: number; readonly waiting: PriorityQueue<SlotRequest> }>();
  #taken = 0;
  #isGiving = false;

  constructor(count: number) {
    this.#count = count;
  }

  /** Requests that arrive together are served in the order of their ranks. */
  enter(waiting: readonly SlotRequest[]): void {
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

  /** A request may enter and leave synchronously when it is served; the running loop handles that too. */
  #give(): void {
    if (this.#isGiving) return;
    this.#isGiving = true;
    try {
      while (this.#taken < this.#count && this.#waiting.size > 0) this.#giveTo(this.#waiting.take()!);
    } finally {
      this.#isGiving = false;
    }
  }

  #giveTo(next: SlotRequest): void {
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

function queue(): PriorityQueue<SlotRequest> {
  return new PriorityQueue(({ rank }) => rank);
}
