import { isDeepStrictEqual } from "node:util";
import {
  DiagnosticError,
  isDiagnosticError,
  objectKey,
  type ObjectRow,
  type OpenIntent,
  type Snapshot,
} from "../model/index.js";
import { counted } from "../std/counted.js";
import { problem } from "./diagnostics.js";
import { idempotencyKey } from "./idempotency-key.js";

/** Returns the error for a stack that another process removed. Nobody would read further writes to it. */
export function takenAway(what = "The stack"): DiagnosticError {
  return new DiagnosticError(
    problem("store/deleted", {
      detail: `${what} was removed or replaced while this run had it open. Nothing was recorded.`,
      hint: "Find out what removed it. To see which stacks still exist:\n    coco stack ls",
    }),
  );
}

export function isTakenAway(error: unknown): error is DiagnosticError {
  return isDiagnosticError(error) && error.diagnostics[0]?.code === "store/deleted";
}

/**
 * Returns the error that ends a run whose stack was removed during the run; undefined for other failures. It lists the
 * changes to real objects that no state records, because only this process knows them. `durable` is the last record
 * that was written.
 */
export function endedWithoutStack(
  error: unknown,
  before: Snapshot,
  after: Snapshot,
  durable: number,
): DiagnosticError | undefined {
  if (!isTakenAway(error)) return undefined;
  const called = [...after.open.values()].filter((intent) => !isUnwritten(intent, after, durable));
  const running = new Set(called.map(({ rid, generation }) => objectKey(rid, generation)));
  const lines = changesOf(before, after, running);
  const did =
    lines.length === 0
      ? "The run had not changed any object."
      : [
          "These changes by the run are not recorded in any state:",
          ...lines.map((line) => `    ${line}`),
        ].join("\n");
  const had = [...before.objects.values()].filter(({ stored }) => stored.id !== undefined).length;
  const also = had === 0 ? "" : `\nBefore the run, the state contained ${counted(had, "object")}.`;
  return new DiagnosticError(
    problem("store/deleted", {
      detail: `${error.diagnostics[0]!.detail.replace(/ Nothing was recorded\.$/, "")} ${did}${also}`,
      hint: "Restore the file from a backup if there is one. Without it, the next apply starts with an empty state and creates everything again. Either way, import the listed objects, or delete them by hand:\n    coco import <type> <name> <id>",
    }),
  );
}

/**
 * Whether an intent was entered but never written, so that the provider was not called. Its idempotency key identifies
 * the record.
 */
function isUnwritten(intent: OpenIntent, { lineage, head }: Snapshot, durable: number): boolean {
  for (let sequence = durable + 1; sequence <= head; sequence++)
    if (idempotencyKey(lineage, intent, sequence) === intent.key) return true;
  return false;
}

/** Returns one line for each changed object: type, name, id and change. */
function changesOf(before: Snapshot, after: Snapshot, running: ReadonlySet<string>): readonly string[] {
  const changed = [...after.objects].flatMap(([key, object]) => {
    const prior = before.objects.get(key);
    if (running.has(key)) return [line(object, after, "outcome unknown")];
    if (object.stored.id === undefined || isSame(prior, object)) return [];
    return [line(object, after, prior?.stored.id === undefined ? "created" : "updated")];
  });
  const deleted = [...before.objects].flatMap(([key, object]) =>
    after.objects.has(key) || object.stored.id === undefined ? [] : [line(object, before, "removed")],
  );
  return [...changed, ...deleted];
}

/**
 * A refresh also changes rows, and a replacement changes the status of the old object. Neither changes the object
 * itself.
 */
function isSame(prior: ObjectRow | undefined, { stored, baseline }: ObjectRow): boolean {
  return (
    prior !== undefined &&
    prior.stored.id === stored.id &&
    isDeepStrictEqual([prior.stored.inputs, prior.baseline], [stored.inputs, baseline])
  );
}

function line({ rid, stored: { type, id } }: ObjectRow, { resources }: Snapshot, what: string): string {
  return [
    `${type} ${resources.get(rid)?.name ?? ""}`.trimEnd(),
    ...(id === undefined ? [] : [id]),
    what,
  ].join("  ");
}
