import assert from "node:assert/strict";
import type { StackStore } from "../../src/store/internal.js";
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
        /^Run (\S+) holds the lock: .+@.+, pid \d+, "apply"/.exec(outcome.refused[0]!.detail)![1]!,
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

  /**
   * Compares what the store has with what was seen: how many updates were acknowledged that it has not, or that two were
   * told of as theirs, and what else does not fit.
   */
  async judge(
    store: StackStore,
    unseen: Unseen,
  ): Promise<{ readonly lostUpdates: number; readonly problems: readonly string[] }> {
    const acknowledged = [...this.#puppets].flatMap(({ counted }) => counted);
    const { snapshot, holder } = await store.read();
    const journal = await store.journal();
    const counts = journal.flatMap(({ event }) =>
      event.kind === "recorded" && event.what.startsWith("count ") ? [Number(event.what.slice(6))] : [],
    );
    const kept = new Set(counts);
    const told = new Set(acknowledged);
    const total = Number(snapshot.outputs["count"] ?? 0);
    // Records of old runs are gone: what they counted is in what was counted since.
    const first = counts[0] ?? total + 1;
    const lost = [...told].filter((count) => count >= first && !kept.has(count)).length;
    const twice = acknowledged.length - told.size;
    return {
      lostUpdates: lost + twice,
      problems: unless({
        "somebody still has the stack": holder === undefined,
        "what was counted is not in order": counts.every((count, index) => count === first + index),
        "the output is not the last count": total === first + counts.length - 1,
        "there are counts that nobody was told of": total - acknowledged.length <= unseen.counts,
        "the store finds something wrong with itself": (await store.verify()).length === 0,
        ...(await this.#runsFit(store, unseen)),
      }),
    };
  }

  async #runsFit(store: StackStore, unseen: Unseen): Promise<Record<string, boolean>> {
    const runs = await store.history();
    const known = new Set(runs.map(({ runId }) => runId));
    return {
      "epochs do not go up by one": runs.every(({ epoch }, index) => epoch === index + 1),
      "an epoch came before a lower one": this.#epochs.every(
        (epoch, index) => index === 0 || epoch > this.#epochs[index - 1]!,
      ),
      "a run was told of that is not there": [...this.#runs, ...this.#named].every((run) => known.has(run)),
      "there are runs that nobody was told of": runs.length - this.#runs.size <= unseen.runs,
    };
  }
}

/** What does not hold. */
function unless(holding: Readonly<Record<string, boolean>>): readonly string[] {
  return Object.keys(holding).filter((what) => !holding[what]);
}
