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

/** What came of looking once more for what repeated creates made. */
export interface SecondObjects {
  /** Takes the keys away by which nothing else is found. */
  readonly changes: readonly RowChange[];
  readonly warnings: readonly Diagnostic[];
}

/** The objects whose create was repeated, and for which nobody has looked since. */
export function objectsToLookFor({ objects }: Snapshot): readonly ObjectRow[] {
  return [...objects.values()].filter(
    ({ createKey, status }) => createKey !== undefined && (status === "current" || status === "doomed"),
  );
}

/** Looks whether a create that was repeated has taken effect twice. All are asked about at the same time. */
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
    // Whoever could not look leaves that to the next run.
    if (!isDiagnosticError(error)) throw error;
    return {};
  }
}

/** All that carry the key of the object, but for itself. */
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
