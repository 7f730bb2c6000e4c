import type { StackRun } from "../store/internal.js";
import type { Session } from "./session.js";
import type { RunOptions } from "./run.js";
import type { AwaitedCreates, SettledState } from "./settling/open-intents.js";
import type { Verdict } from "./settling/settle.js";

/** Resolves the interrupted operations of earlier runs, records the results in the run, and emits an event for each. */
export async function settleRun(
  run: StackRun,
  session: Session,
  { onEvent, signal, leave }: Pick<RunOptions, "onEvent" | "signal" | "leave">,
  { verdict, seeksSecond = false }: { readonly verdict?: Verdict; readonly seeksSecond?: boolean } = {},
): Promise<SettledState> {
  const onWaiting = (waiting: AwaitedCreates) => onEvent?.({ kind: "waiting-for-creates", ...waiting });
  const state = await session.settle(run.snapshot, {
    run,
    onEvent,
    signal,
    leave,
    verdict,
    seeksSecond,
    onWaiting,
  });
  for (const { urn, what } of state.settled) onEvent?.({ kind: "settled", urn, result: what });
  return state;
}
