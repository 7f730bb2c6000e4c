import { DiagnosticError, type Expression } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import { captureIn } from "../recording/capture.js";
import { membersNode, partNode, runMember } from "../recording/context.js";
import { outputOf, type Output } from "./output.js";
import type { Input, PlainShape } from "./shape.js";

/**
 * Makes something only if a condition holds that may be known after apply. As long as it is not known, a plan
 * keeps to what the last run did.
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

/** The key of the only member that a condition has. */
const theOne = "yes";

/**
 * Makes something for each element of a list that may be known after apply; each is known by its key. As long as
 * the list is not known, a plan keeps to the keys of the last run.
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

/** An object of what is made for each key. Something is made for a key once, however often the keys are settled. */
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
  if (!Array.isArray(list)) throw new DiagnosticError(wrongKeys("What forEach() was given is no list."));
  const keys = list.map((element) => key(element));
  const wrong = keys.find((each) => typeof each !== "string" || each === "");
  if (wrong !== undefined) throw new DiagnosticError(wrongKeys("The key of an element is no text."));
  const repeated = keys.find((each, index) => keys.indexOf(each) !== index);
  if (repeated === undefined) return keys;
  throw new DiagnosticError(
    wrongKeys(`Two elements have the key ${JSON.stringify(repeated)}, so they could not be told apart.`),
  );
}

function wrongKeys(detail: string) {
  return problem("sdk/wrong-keys", {
    detail,
    hint: "Let the second argument return a text that is different for each element, and stays the same for an element as long as it exists.",
  });
}
