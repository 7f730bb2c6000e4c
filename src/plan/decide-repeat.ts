import {
  containsPath,
  diffValues,
  getProperty,
  parsePropertyPath,
  type Reason,
  type ValueObject,
} from "../model/index.js";
import type { Decision } from "./decide.js";

/** What was asked for when a create was cut off, and what the program asks for now. */
export interface RepeatFacts {
  readonly before: ValueObject;
  readonly after: ValueObject;
  /** Whether the resource has an object that the new one takes the place of. */
  readonly isReplacing: boolean;
  /** The inputs, and property paths, whose change replaces an object. */
  readonly replaceOn: readonly string[];
  /** Property paths whose change is not acted on. */
  readonly ignoreChanges: readonly string[];
  /** Whether two spellings of a field mean the same; asked where they differ. */
  readonly isEquivalent: (field: string) => boolean;
  /** What the stack remembers of it that is otherwise now. */
  readonly bookkeeping: readonly string[];
}

/** A create that was cut off is repeated as it was asked for then. What the program asks for now comes after it. */
export function decideRepeat(facts: RepeatFacts): Decision {
  const next = afterwards(facts);
  const { bookkeeping: what, isReplacing } = facts;
  const reasons: Reason[] = [{ kind: "repeated", ...(next !== undefined && { next }) }];
  // A change records it along.
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
