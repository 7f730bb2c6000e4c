import assert from "node:assert/strict";
import { AsyncLocalStorage, createHook } from "node:async_hooks";
import { setImmediate } from "node:timers/promises";
import { sampleMachine } from "./sample-machine.js";
import { creation } from "./sample-records.js";
import { openSample, request, type PlaceTest } from "./sample-stack.js";

export const idleTests: Record<string, PlaceTest> = {
  "keeps no process alive while it is open and idle": async (place) => {
    const made = new MadeResources();
    try {
      const stack = await made.by(() => openSample(place, sampleMachine().process(1)));
      await made.by(() => stack.read());
      await made.refuse("after a stack was opened and read");
      const run = await made.by(() => stack.begin(request));
      for (const entry of creation(1)) await made.by(() => run.append(entry));
      await made.refuse("while a run waits for its provider");
      await made.by(() => run.end("succeeded", {}));
      await made.refuse("after a run");
      await stack.close();
    } finally {
      made.stop();
    }
  },
};

/** Tracks the sockets, timers and similar resources that some work creates. */
class MadeResources {
  readonly #within = new AsyncLocalStorage<true>();
  readonly #made = new Map<number, { readonly type: string; readonly resource: Referenced }>();
  readonly #hook = createHook({
    init: (id, type, _, resource) => {
      if (type !== "PROMISE" && this.#within.getStore()) this.#made.set(id, { type, resource });
    },
    destroy: (id) => void this.#made.delete(id),
  }).enable();

  by<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#within.run(true, work);
  }

  /** Throws if one of them keeps the process alive. Ends are reported in later turns of the event loop. */
  async refuse(when: string): Promise<void> {
    let active: string[] = [];
    for (let turn = 0; turn < 100; turn++) {
      await setImmediate();
      const found = [...this.#made.values()].filter(({ resource }) => resource.hasRef?.() === true);
      active = found.map(({ type }) => type);
      if (active.length === 0) return;
    }
    assert.fail(`the store keeps the process alive ${when}: ${active.join(", ")}`);
  }

  stop(): void {
    this.#hook.disable();
  }
}

/** Sockets and timers report whether the event loop waits for them. */
interface Referenced {
  hasRef?(): boolean;
}
