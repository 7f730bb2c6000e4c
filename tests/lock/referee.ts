import assert from "node:assert/strict";
import type { StackStore } from "../../src/store/index.js";
import type { Puppet } from "./puppet.js";

/** What there may be at most that no process could tell, because it was killed, or that others have done. */
export interface Unseen {
  readonly counts: number;
  readonly runs: number;
}

/** Sees who is in and who is not, independent of what the store says. */
export class Referee {
  acquisitions = 0;
  doubleHolders = 0;
  refusals = 0;
  /** What processes were told is durable; killed ones too. */
  readonly #puppets = new Set<Puppet>();
  readonly #inside = new Set<Puppet>();
  readonly #epochs: number[] = [];
  readonly #runs = new Set<string>();
  /** Runs that processes were told they may not begin because of. */
  readonly #named = new Set<string>();

  /** Lets a process try to begin; whether it was let in. */
  async begins(puppet: Puppet): Promise<boolean> {
    this.#puppets.add(puppet);
    const outcome = await puppet.tell({ kind: "begin" });
    if (outcome === "killed") return false;
    if ("refused" in outcome) {
      this.refusals++;
      assert.deepEqual(
        outcome.refused.map(({ code }) => code),
        ["store/locked"],
        JSON.stringify(outcome.refused),
      );
      this.#named.add(
        /^Run (\S+) holds the stack: .+@.+, pid \d+, "apply"/.exec(outcome.refused[0]!.detail)![1]!,
      );
      return false;
    }
    const { epoch, runId } = outcome.answer;
    this.acquisitions++;
    this.#epochs.push(epoch!);
    this.#runs.add(runId!);
    if (this.#inside.size > 0) this.doubleHolders++;
    this.#inside.add(puppet);
    return true;
  }

  /** From here on it may be out; before the store can know. */
  leaves(puppet: Puppet): void {
    this.#inside.delete(puppet);
  }

  async ends(puppet: Puppet): Promise<boolean> {
    this.leaves(puppet);
    const outcome = await puppet.tell({ kind: "end" });
    assert.ok(outcome === "killed" || "answer" in outcome, JSON.stringify(outcome));
    return outcome !== "killed";
  }

  async kills(puppet: Puppet): Promise<void> {
    this.leaves(puppet);
    await puppet.kill();
  }

  /** Compares what the store has with what was seen; how many updates it has lost. */
  async check(store: StackStore, unseen: Unseen): Promise<number> {
    assert.equal(this.doubleHolders, 0, "times that two were in");
    const acknowledged = [...this.#puppets].flatMap(({ counted }) => counted).toSorted((a, b) => a - b);
    const { snapshot, holder } = await store.read();
    assert.equal(holder, undefined);
    const journal = await store.journal();
    const counts = journal.flatMap(({ event }) =>
      event.kind === "recorded" && event.what.startsWith("count ") ? [Number(event.what.slice(6))] : [],
    );
    assert.deepEqual(
      counts,
      counts.map((_, index) => index + 1),
      "what was counted, in order",
    );
    assert.equal(Number(snapshot.outputs["count"] ?? 0), counts.length);
    assert.equal(new Set(acknowledged).size, acknowledged.length, "no number was given to two");
    const lost = acknowledged.filter((count) => count > counts.length).length;
    assert.equal(lost, 0, "updates lost");
    assert.ok(counts.length - acknowledged.length <= unseen.counts, "counts that nobody was told of");
    await this.#checkRuns(store, unseen);
    assert.deepEqual(await store.verify(), []);
    return lost;
  }

  async #checkRuns(store: StackStore, unseen: Unseen): Promise<void> {
    const runs = await store.history();
    runs.forEach(({ epoch }, index) => assert.equal(epoch, index + 1, "epochs go up by one"));
    assert.ok(this.#epochs.every((epoch, index) => index === 0 || epoch > this.#epochs[index - 1]!));
    const known = new Set(runs.map(({ runId }) => runId));
    for (const run of [...this.#runs, ...this.#named]) assert.ok(known.has(run), `run ${run}`);
    assert.ok(runs.length - this.#runs.size <= unseen.runs, "runs that nobody was told of");
  }
}
