/** What a watcher is at. A round is one child process that plans, or plans and applies. */
export type WatchState =
  | { readonly kind: "waiting" }
  /** Nothing has been begun that would have to be finished. */
  | { readonly kind: "planning" }
  /** The round was told to end, since what it plans is not what is on the disk any more. */
  | { readonly kind: "superseded" }
  /** `isStale`: a file was saved since. */
  | { readonly kind: "applying"; readonly isStale: boolean }
  /** Someone wants to leave, and has said so so often. */
  | { readonly kind: "leaving"; readonly wasApplying: boolean; readonly interruptions: number }
  | { readonly kind: "left"; readonly exitCode: number };

/** What can happen to it. */
export type WatchFact =
  | { readonly kind: "saved" }
  /** The round has a plan, and asks whether it may apply it. */
  | { readonly kind: "asked" }
  | { readonly kind: "ended"; readonly exitCode: number }
  /** Ctrl-C, or a reader who has gone. */
  | { readonly kind: "interrupted" };

export type WatchAction =
  | "start"
  /** Tells the round to end, and ends it should it not listen. */
  | "supersede"
  /** Lets the round apply. */
  | "allow"
  /** The round is to hear the interruption, by whichever way it has not heard it yet. */
  | "interrupt"
  | "kill";

export interface WatchStep {
  readonly state: WatchState;
  readonly action?: WatchAction;
}

/**
 * What a watcher does next. A round that plans gives way to a newer save; one that applies is never disturbed by one,
 * only by someone who interrupts it, as `coco apply` is: first what runs is finished, then it is left.
 */
export function nextStep(state: WatchState, fact: WatchFact): WatchStep {
  switch (fact.kind) {
    case "saved":
      return afterSave(state);
    case "asked":
      return state.kind === "planning"
        ? { state: { kind: "applying", isStale: false }, action: "allow" }
        : { state };
    case "ended":
      return afterRound(state, fact.exitCode);
    case "interrupted":
      return afterInterruption(state);
  }
}

function afterSave(state: WatchState): WatchStep {
  if (state.kind === "waiting") return { state: { kind: "planning" }, action: "start" };
  if (state.kind === "planning") return { state: { kind: "superseded" }, action: "supersede" };
  return state.kind === "applying" ? { state: { ...state, isStale: true } } : { state };
}

function afterRound(state: WatchState, exitCode: number): WatchStep {
  if (state.kind === "leaving")
    return { state: { kind: "left", exitCode: state.wasApplying ? exitCode : 0 } };
  const isDue = state.kind === "superseded" || (state.kind === "applying" && state.isStale);
  return isDue ? { state: { kind: "planning" }, action: "start" } : { state: { kind: "waiting" } };
}

function afterInterruption(state: WatchState): WatchStep {
  switch (state.kind) {
    case "left":
      return { state };
    case "waiting":
      return { state: { kind: "left", exitCode: 0 } };
    case "leaving": {
      const interruptions = state.interruptions + 1;
      // A plan has nothing to finish; an apply has been told twice, which is all that it listens to.
      const isEnough = interruptions > (state.wasApplying ? 2 : 1);
      return { state: { ...state, interruptions }, action: isEnough ? "kill" : "interrupt" };
    }
    default: {
      const wasApplying = state.kind === "applying";
      return { state: { kind: "leaving", wasApplying, interruptions: 1 }, action: "interrupt" };
    }
  }
}
