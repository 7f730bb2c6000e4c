/** A clock, in milliseconds, and for how long after a change questions are answered as before it. */
export interface LagClock {
  readonly settlesAfterMs: number;
  readonly now: () => number;
}

/** What a cloud whose answers come from copies has not heard of yet. */
export class Lag<Thing extends { readonly id: string }> {
  readonly #madeAt = new Map<string, number>();
  readonly #gone = new Map<string, { readonly thing: Thing; readonly atMs: number }>();
  #clock: LagClock = { settlesAfterMs: 0, now: () => 0 };

  /** How it is from now on. */
  set(clock: LagClock): void {
    this.#clock = clock;
  }

  made({ id }: Thing): void {
    this.#madeAt.set(id, this.#clock.now());
  }

  took(thing: Thing): void {
    this.#gone.set(thing.id, { thing, atMs: this.#clock.now() });
  }

  /** What is seen of the thing of this id, which there is or is not. */
  seenAs(id: string, thing: Thing | undefined): Thing | undefined {
    if (this.#isRecent(this.#madeAt.get(id))) return undefined;
    const gone = this.#gone.get(id);
    return thing ?? (this.#isRecent(gone?.atMs) ? gone?.thing : undefined);
  }

  /** Of all things that there are, and were, those that are seen. */
  seen(things: ReadonlyMap<string, Thing>): readonly Thing[] {
    const ids = [...things.keys(), ...this.#gone.keys()];
    return ids.map((id) => this.seenAs(id, things.get(id))).filter((thing) => thing !== undefined);
  }

  #isRecent(atMs: number | undefined): boolean {
    return atMs !== undefined && this.#clock.now() - atMs < this.#clock.settlesAfterMs;
  }
}
