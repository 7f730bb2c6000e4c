/** A clock, in milliseconds, and for how long after a change questions are answered as before it. */
export interface LagClock {
  readonly settlesAfterMs: number;
  readonly now: () => number;
}

/** What a cloud whose answers come from copies has not heard of yet. */
export class Lag<Thing extends { readonly id: string }> {
  /** By id: what there was before each recent change, the oldest first; undefined before a create. */
  readonly #changes = new Map<string, { readonly atMs: number; readonly before: Thing | undefined }[]>();
  #clock: LagClock = { settlesAfterMs: 0, now: () => 0 };

  /** How it is from now on. */
  set(clock: LagClock): void {
    this.#clock = clock;
  }

  /** The thing of this id is created, updated or deleted now; `before` is what there was of it until now. */
  changed(id: string, before: Thing | undefined): void {
    if (this.#clock.settlesAfterMs === 0) return;
    this.#changes.set(id, [...this.#recent(id), { atMs: this.#clock.now(), before }]);
  }

  /** What is seen of the thing of this id, which there is or is not. */
  seenAs(id: string, thing: Thing | undefined): Thing | undefined {
    const [oldest] = this.#recent(id);
    return oldest === undefined ? thing : oldest.before;
  }

  /** Of all things that there are, and were, those that are seen. */
  seen(things: ReadonlyMap<string, Thing>): readonly Thing[] {
    const ids = new Set([...things.keys(), ...this.#changes.keys()]);
    return [...ids].map((id) => this.seenAs(id, things.get(id))).filter((thing) => thing !== undefined);
  }

  #recent(id: string) {
    const { settlesAfterMs, now } = this.#clock;
    return (this.#changes.get(id) ?? []).filter(({ atMs }) => now() - atMs < settlesAfterMs);
  }
}
