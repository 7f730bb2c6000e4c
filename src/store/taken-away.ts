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

/** What is written to a stack that another process has removed would be read by nobody. */
export function takenAway(what = "The stack"): DiagnosticError {
  return new DiagnosticError(
    problem("store/taken-away", {
      detail: `${what} was removed or replaced while it was open here. Nothing was recorded.`,
      hint: "Find out who removed it before you go on:\n    coco stack ls",
    }),
  );
}

export function isTakenAway(error: unknown): error is DiagnosticError {
  return isDiagnosticError(error) && error.diagnostics[0]?.code === "store/taken-away";
}

/**
 * The end of a run whose stack was removed meanwhile; undefined for other failures. It lists what the run did to objects,
 * which no state knows: only this process could still tell. `durable` is the last record that was written.
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
      ? "The run had changed nothing."
      : ["No state knows what the run did to these objects:", ...lines.map((line) => `    ${line}`)].join(
          "\n",
        );
  const had = [...before.objects.values()].filter(({ stored }) => stored.id !== undefined).length;
  const also = had === 0 ? "" : `\nBefore the run, state had ${counted(had, "object")}.`;
  return new DiagnosticError(
    problem("store/taken-away", {
      detail: `${error.diagnostics[0]!.detail.replace(/ Nothing was recorded\.$/, "")} ${did}${also}`,
      hint: "Restore the file from a backup if there is one: without it, the next apply starts with an empty state and creates everything once more. Then take over what is listed, or delete it by hand:\n    coco import <type> <name> <id>",
    }),
  );
}

/** Whether an intent was entered and never written, so that nothing was called. Its key tells which record it is. */
function isUnwritten(intent: OpenIntent, { lineage, head }: Snapshot, durable: number): boolean {
  for (let sequence = durable + 1; sequence <= head; sequence++)
    if (idempotencyKey(lineage, intent, sequence) === intent.key) return true;
  return false;
}

/** A line for each object: type, name, id, and what became of it. */
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

/** A refresh changes rows too, and a replacement the status of the old object; neither changes the object. */
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
