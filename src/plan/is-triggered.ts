import { equalValues, stripSecrets, type RecordedOptions } from "../model/index.js";

/** Whether the trigger of a replacement has another value than when the object was made. */
export function isTriggered(
  { replaceTrigger: before }: RecordedOptions,
  { replaceTrigger: now }: RecordedOptions,
): boolean {
  return before !== undefined && now !== undefined && !equalValues(stripSecrets(before), stripSecrets(now));
}
