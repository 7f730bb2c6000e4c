import {
  containsPath,
  diffValues,
  getProperty,
  parsePropertyPath,
  type Reason,
  type ValueObject,
} from "../model/index.js";
import type { Decision } from "./decide.js";

/** The inputs of an interrupted create, and the inputs that the program declares now. */
export interface RepeatFacts {
  readonly before: ValueObject;
  readonly after: ValueObject;
  /** True if the new object replaces an existing one. */
  readonly isReplacing: boolean;
  /** The inputs and property paths whose change forces replacement. */
  readonly replaceOn: readonly string[];
  /** The property paths whose changes are ignored. */
  readonly ignoreChanges: readonly string[];
  /** True if both spellings of a field are equivalent; called only if they differ. */
  readonly isEquivalent: (field: string) => boolean;
  /** The recorded data that differs now. */
  readonly bookkeeping: readonly string[];
}

/**
 * Plans an interrupted create again with its original inputs. Changes in the program since then follow as a second
 * action.
 */
export function decideRepeat(facts: RepeatFacts): Decision {
  const next = afterwards(facts);
  const { bookkeeping: what, isReplacing } = facts;
  const reasons: Reason[] = [{ kind: "repeated", ...(next !== undefined && { next }) }];
  // An update or a replacement records these too.
  if (next === undefined && what.length > 0) reasons.push({ kind: "bookkeeping", what });
  return isReplacing
    ? { action: "replace", reasons, replaceOrder: "create-first" }
    : { action: "create", reasons };
}

function afterwards(facts: RepeatFacts): "update" | "replace" | undefined {
  const ignored = facts.ignoreChanges.map((path) => parsePropertyPath(path));
  const replacing = facts.replaceOn.map((path) => parsePropertyPath(path));
  const fields = new Set([...Object.keys(facts.before), ...Object.keys(facts.after)]);
  const changed = [...fields].flatMap((field) => {
    const changes = diffValues(getProperty(facts.before, field), getProperty(facts.after, field))
      .map(({ path }) => [field, ...path])
      .filter((path) => !ignored.some((each) => containsPath(each, path)));
    return changes.length === 0 || facts.isEquivalent(field) ? [] : changes;
  });
  if (changed.length === 0) return undefined;
  const replaces = changed.some((path) => replacing.some((each) => containsPath(each, path)));
  return replaces ? "replace" : "update";
}
