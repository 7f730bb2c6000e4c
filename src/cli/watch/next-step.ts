/** State of a watcher. A round is one child process that plans, or plans and applies. */
export type WatchState =
  | { readonly kind: "waiting" }
  /** A round is planning. It can be ended at any time. */
  | { readonly kind: "planning" }
  /** The round was told to end, because files changed since it started. */
  | { readonly kind: "superseded" }
  /** `isStale`: a file was saved since it started. */
  | { readonly kind: "applying"; readonly isStale: boolean }
  /** The user wants to quit. `interruptions` counts the signals so far. */
  | { readonly kind: "leaving"; readonly wasApplying: boolean; readonly interruptions: number }
  | { readonly kind: "left"; readonly exitCode: number };

/** An event for a watcher. */
export type WatchFact =
  | { readonly kind: "saved" }
  /** The round has a plan and asks for permission to apply it. */
  | { readonly kind: "asked" }
  | { readonly kind: "ended"; readonly exitCode: number }
  /** Ctrl-C, or the reader of the output closed it. */
  | { readonly kind: "interrupted" };

export type WatchAction =
  | "start"
  /** Tells the round to end, and kills it if it does not. */
  | "supersede"
  /** Permits the round to apply. */
  | "allow"
  /** Forwards the interruption to the round, unless the terminal already sent it. */
  | "interrupt"
  | "kill";

export interface WatchStep {
  readonly state: WatchState;
  readonly action?: WatchAction;
}

/**
 * Decides what a watcher does next. A save ends a round that plans, but never one that applies. An interruption affects
 * both: as with `coco apply`, the first one finishes running steps, the second one leaves them.
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
      // A plan has nothing to finish. An apply handles two interruptions; the third kills it.
      const isEnough = interruptions > (state.wasApplying ? 2 : 1);
      return { state: { ...state, interruptions }, action: isEnough ? "kill" : "interrupt" };
    }
    default: {
      const wasApplying = state.kind === "applying";
      return { state: { kind: "leaving", wasApplying, interruptions: 1 }, action: "interrupt" };
    }
  }
}
