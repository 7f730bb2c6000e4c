/** A clock, in milliseconds, and the time for which answers stay stale after a change. */
export interface LagClock {
  readonly settlesAfterMs: number;
  readonly now: () => number;
}

/** The recent changes that an eventually consistent cloud does not show yet. */
export class Lag<Thing extends { readonly id: string }> {
  /** By id: the state before each recent change, oldest first. Undefined before a create. */
  readonly #changes = new Map<string, { readonly atMs: number; readonly before: Thing | undefined }[]>();
  #clock: LagClock = { settlesAfterMs: 0, now: () => 0 };

  /** Sets the clock and the lag from now on. */
  set(clock: LagClock): void {
    this.#clock = clock;
  }

  /** Records that the thing of this id is created, updated or deleted now. `before` is its previous state. */
  changed(id: string, before: Thing | undefined): void {
    if (this.#clock.settlesAfterMs === 0) return;
    this.#changes.set(id, [...this.#recent(id), { atMs: this.#clock.now(), before }]);
  }

  /** Returns the visible state of the thing of this id, given its actual state. */
  seenAs(id: string, thing: Thing | undefined): Thing | undefined {
    const [oldest] = this.#recent(id);
    return oldest === undefined ? thing : oldest.before;
  }

  /** Returns all things that are visible, which may include deleted ones. */
  seen(things: ReadonlyMap<string, Thing>): readonly Thing[] {
    const ids = new Set([...things.keys(), ...this.#changes.keys()]);
    return [...ids].map((id) => this.seenAs(id, things.get(id))).filter((thing) => thing !== undefined);
  }

  #recent(id: string) {
    const { settlesAfterMs, now } = this.#clock;
    return (this.#changes.get(id) ?? []).filter(({ atMs }) => now() - atMs < settlesAfterMs);
  }
}
