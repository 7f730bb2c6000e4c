import { DiagnosticError, type Expression } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import { captureIn } from "../recording/capture.js";
import { membersNode, partNode, runMember } from "../recording/context.js";
import { outputOf, type Output } from "./output.js";
import type { Input, PlainShape } from "./shape.js";

/**
 * Runs `make` only if a condition is true. The condition may be known only after apply. While it is unknown, a plan
 * keeps the result of the last run.
 *
 * ```ts
 * coconut.when(cluster.isPublic, () => new Balancer("front", { cluster: cluster.id }));
 * ```
 */
export function when<T>(condition: Input<boolean>, make: () => T): Output<PlainShape<T> | undefined> {
  const keys = partNode(captureIn(when, condition), (holds: boolean) => (holds ? [theOne] : []), when);
  const members = membersOf(keys, () => make(), when);
  return outputOf({ kind: "get", from: members, key: theOne });
}

/** The key of the only member of a condition. */
const theOne = "yes";

/**
 * Runs `make` for each element of a list. The list may be known only after apply. Each element is identified by its
 * key, which must be unique and must not change while the element exists. While the list is unknown, a plan keeps the
 * keys of the last run.
 *
 * ```ts
 * coconut.forEach(
 *   network.zones,
 *   (zone) => zone.name,
 *   (zone, key) => new Subnet(`subnet-${key}`, { range: zone.range }),
 * );
 * ```
 */
export function forEach<T, R>(
  list: Input<readonly T[]>,
  key: (element: T) => string,
  make: (element: Output<T>, key: string) => R,
): Output<{ readonly [key: string]: PlainShape<R> }> {
  const elements = captureIn(forEach, list);
  const keys = partNode(elements, (known: readonly T[]) => distinctKeys(known, key), forEach);
  const element = (name: string): Output<T> =>
    outputOf(partNode(elements, (known: readonly T[]) => known.find((each) => key(each) === name), forEach));
  return outputOf(membersOf(keys, (name) => make(element(name), name), forEach));
}

/** Returns an object of the results by key. `make` runs once for a key, however often the keys are evaluated. */
function membersOf(
  keys: Expression,
  make: (key: string) => unknown,
  below: (...parameters: never[]) => unknown,
): Expression {
  const made = new Map<string, unknown>();
  const node = membersNode(
    keys,
    (known) => {
      for (const key of known)
        if (!made.has(key))
          made.set(
            key,
            runMember(node, key, () => make(key)),
          );
      const members = known.map((key) => made.get(key));
      const together = (values: readonly unknown[]) =>
        Object.fromEntries(known.map((key, index) => [key, values[index]]));
      return members.some((member) => member instanceof Promise)
        ? Promise.all(members).then(together)
        : together(members);
    },
    below,
  );
  return node;
}

function distinctKeys<T>(list: readonly T[], key: (element: T) => string): readonly string[] {
  if (!Array.isArray(list))
    throw new DiagnosticError(wrongKeys("forEach() was given a value that is not a list."));
  const keys = list.map((element) => key(element));
  const wrong = keys.find((each) => typeof each !== "string" || each === "");
  if (wrong !== undefined)
    throw new DiagnosticError(wrongKeys("The key of an element is not a non-empty string."));
  const repeated = keys.find((each, index) => keys.indexOf(each) !== index);
  if (repeated === undefined) return keys;
  throw new DiagnosticError(wrongKeys(`Two elements have the same key ${JSON.stringify(repeated)}.`));
}

function wrongKeys(detail: string) {
  return problem("sdk/wrong-keys", {
    detail,
    hint: "The second argument must return a string that is unique for each element and never changes while the element exists.",
  });
}
