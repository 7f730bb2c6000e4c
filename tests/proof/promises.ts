import type { ProofLayer } from "../support/proof.js";

/** What users are promised, what shows it, and where it ends. */
export interface Promised {
  readonly promise: string;
  readonly layers: readonly ProofLayer[];
  readonly limit: string;
}

export const promises: readonly Promised[] = [
  {
    promise:
      "Kill it at any instant and run it again: nothing is lost, doubled or left behind, and nobody edits state.",
    layers: ["simulation", "single-faults", "crash-matrix", "power-loss"],
    limit:
      "A type that can neither look a create up by its key nor repeat it is held back until someone says what became of it. Who takes ownership marks off objects by hand defeats the search for them.",
  },
  {
    promise: "What was acknowledged survives the loss of power, and what was not is absent as a whole.",
    layers: ["power-loss"],
    limit:
      "The log is cut in the order in which it was written; disks that reorder or lie about flushing are not simulated.",
  },
  {
    promise:
      "There is no command that forces a lock open: who died holding one is recognised and taken over at once.",
    layers: ["lock"],
    limit: "Of a run on another machine nothing can be known; its lock waits for a command there.",
  },
  {
    promise: "Who lost the lock cannot write any more, and calls nothing further.",
    layers: ["lock", "simulation"],
    limit:
      "A call that was already on its way when the lock was lost may still arrive; the next run finds it.",
  },
  {
    promise:
      "What was approved is all that runs: another state, program, configuration or package, and nothing is called.",
    layers: ["bad-input", "altered-bytes", "simulation"],
    limit:
      "Providers share the process with the engine and with each other: one that does other things than it is asked to is not held back.",
  },
  {
    promise: "An altered record of state or byte of a plan is noticed before it is used.",
    layers: ["altered-bytes"],
    limit: "Who has the key of the stack can write whatever they like.",
  },
  {
    promise: "No secret stands in the clear in anything that Coconut writes or prints, in any spelling.",
    layers: ["secrets"],
    limit:
      "What a program or a provider prints or stores by itself is its own. All providers share one process with the program, and can read its memory, which is not searched.",
  },
  {
    promise: "A sealed secret is worth nothing in any other place than its own.",
    layers: ["secrets"],
    limit: "An old value in its old place is as good as it was then, if the whole file is put back.",
  },
  {
    promise:
      "Nothing is taken for deleted because it could not be seen: refusals and silence are never absence.",
    layers: ["simulation", "single-faults", "seeded-bugs"],
    limit: "A service that answers “not found” for what exists is believed after its type's window.",
  },
  {
    promise:
      "Bad input ends in a diagnostic that says what, where and what to do, with the documented exit code.",
    layers: ["bad-input"],
    limit: "Inputs of parts that do not exist are listed in the corpus with the reason, and counted apart.",
  },
  {
    promise: "Every failure of the simulation can be played again: the same seed gives the same trace.",
    layers: ["simulation"],
    limit: "Programs that read clocks, files or networks by themselves are not simulated.",
  },
  {
    promise:
      "The proof itself is tested: deliberate mistakes in the engine are noticed by the layer that must.",
    layers: ["seeded-bugs"],
    limit: "Mistakes that nobody thought of are what the random stories are for.",
  },
];
