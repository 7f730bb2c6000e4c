/**
 * Finds out what became of operations that were cut off, before anything else is decided.
 *
 * By asking providers, never by guessing. In a plan it only looks.
 */
export { isUnsettled, nothingSettled, settleOpenIntents, type SettledState } from "./open-intents.js";
export type { Settled, Verdict } from "./settle.js";
