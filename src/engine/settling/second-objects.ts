import {
  isDiagnosticError,
  type Diagnostic,
  type ObjectRow,
  type ResourceRow,
  type RowChange,
  type Snapshot,
} from "../../model/index.js";
import type { Found } from "../../provider/contract/index.js";
import { shellWord } from "../../std/index.js";
import { problem } from "../diagnostics.js";
import { accepted } from "../providers/accepted.js";
import type { SettlePorts } from "./settle.js";

/** The result of checking repeated creates for second objects. */
export interface SecondObjects {
  /** Removes the idempotency keys that match no other object. */
  readonly changes: readonly RowChange[];
  readonly warnings: readonly Diagnostic[];
}

/** Returns the objects whose create was repeated and not checked since. */
export function objectsToLookFor({ objects }: Snapshot): readonly ObjectRow[] {
  return [...objects.values()].filter(
    ({ createKey, status }) => createKey !== undefined && (status === "current" || status === "doomed"),
  );
}

/** Checks whether repeated creates took effect twice. All are looked up concurrently. */
export async function findSecondObjects(
  sought: readonly ObjectRow[],
  ports: Pick<SettlePorts, "snapshot" | "provider" | "call">,
): Promise<SecondObjects> {
  const looks = await Promise.all(sought.map((object) => lookFor(object, ports)));
  return {
    changes: looks.flatMap(({ change }) => (change === undefined ? [] : [change])),
    warnings: looks.flatMap(({ warning }) => (warning === undefined ? [] : [warning])),
  };
}

interface SecondLook {
  readonly change?: RowChange;
  readonly warning?: Diagnostic;
}

async function lookFor(
  object: ObjectRow,
  { snapshot, provider: providerOf, call }: Pick<SettlePorts, "snapshot" | "provider" | "call">,
): Promise<SecondLook> {
  const { createKey: key, ...row } = object;
  const resource = snapshot.resources.get(object.rid)!;
  const { type, inputs } = object.stored;
  try {
    const provider = await providerOf(resource, object);
    const found = provider.canFind(type)
      ? accepted(await provider.find(call(resource.urn), { type, key: key!, inputs }))
      : [];
    if ("kind" in found) return {};
    const others = besides(object, found).filter((each) => !isInState(each, snapshot));
    return others.length === 0
      ? { change: { put: "object", row } }
      : { warning: secondObject(resource, object, others) };
  } catch (error) {
    // If the lookup fails, the next run tries again.
    if (!isDiagnosticError(error)) throw error;
    return {};
  }
}

/** Returns all other objects with the same idempotency key. */
function besides({ stored }: ObjectRow, found: readonly Found[]): readonly Found[] {
  const own = found.findIndex((each) => each.stored.id === stored.id);
  return found.filter((_, index) => index !== own);
}

function isInState({ stored: { type, id } }: Found, { objects }: Snapshot): boolean {
  return [...objects.values()].some(({ stored }) => stored.type === type && stored.id === id);
}

function secondObject(
  { urn, type, name }: ResourceRow,
  { stored }: ObjectRow,
  others: readonly Found[],
): Diagnostic {
  const ids = others.map(({ stored: { id = "?" } }) => JSON.stringify(id));
  const [first = ""] = others.map(({ stored: { id = "?" } }) => id);
  const it = ids.length === 1 ? "it" : "them";
  return problem("engine/second-object", {
    severity: "warning",
    detail: `The interrupted create of ${type} ${JSON.stringify(name)} was repeated, and the first request took effect later. The stack manages ${JSON.stringify(stored.id ?? "?")}; ${ids.join(", ")} ${ids.length === 1 ? "has" : "have"} the same idempotency key, and no resource manages ${it}.`,
    hint: `Delete ${it} with the tools of the service, or manage ${it} as a separate resource:\n    coco import ${shellWord(type)} <name> ${shellWord(first)}\nThis is reported until ${ids.length === 1 ? "it is" : "they are"} gone or managed.`,
    resource: urn,
  });
}
