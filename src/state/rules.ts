import type { Diagnostic, ObjectRow, OpenIntent, ResourceId, ResourceRow } from "../model/index.js";
import { problem } from "./diagnostics.js";
import type { Rows } from "./rows.js";
import { JSON } from "../std/plain-json.js";

/**
 * Checks the rules of consistent state for one resource and its objects, except dependency cycles. Adds faults to
 * `found`, so that checking many resources does not allocate many empty lists.
 */
export function resourceFaults(rows: Rows, rid: ResourceId, found: Diagnostic[]): void {
  const row = rows.resources.get(rid);
  if (row === undefined) {
    found.push(...missingResource(rows, rid));
    return;
  }
  const objects = rows.objectsOf(rid);
  nameFaults(rows, row, found);
  referenceFaults(rows, row, objects, found);
  objectFaults(row, objects, found);
  intentFaults(rows, row, objects, found);
}

export function circle(rows: Rows, cycle: readonly ResourceId[]): Diagnostic {
  const names = cycle.map((rid) => rows.resources.get(rid)?.urn ?? `resource ${rid}`);
  return problem("state/dependency-cycle", { detail: `${names.join(" needs\n")}.`, hint });
}

export function misfit(detail: string): Diagnostic {
  return problem("state/record-mismatch", { detail, hint });
}

const hint =
  "Restore the state file from a backup. If no other program wrote to it, please report this with the output of:\n    coco state verify";

function missingResource(rows: Rows, rid: ResourceId): Diagnostic[] {
  const held = rows.objectsOf(rid).length + rows.intentsOf(rid).length;
  const orphans =
    held === 0
      ? []
      : [
          problem("state/unsound-object", {
            detail: `State contains objects or operations of resource ${rid}, which does not exist.`,
            hint,
          }),
        ];
  return [...orphans, ...rows.referrers(rid).map((from) => dangling(rows, from, rid))];
}

function dangling(rows: Rows, from: ResourceId, to: ResourceId): Diagnostic {
  const urn = rows.resources.get(from)?.urn;
  return problem("state/dangling-reference", {
    detail: `${urn ?? `Resource ${from}`} refers to resource ${to}, which is not in state.`,
    hint,
    ...(urn !== undefined && { resource: urn }),
  });
}

function nameFaults(rows: Rows, { rid, urn, globalId }: ResourceRow, found: Diagnostic[]): void {
  const taken = (what: string, other: ResourceId) => {
    const detail = `Resources ${other} and ${rid} both have the ${what}.`;
    found.push(problem("state/name-taken", { detail, hint, resource: urn }));
  };
  for (const other of rows.withUrn(urn)) if (other < rid) taken(`URN ${urn}`, other);
  if (globalId === undefined) return;
  for (const other of rows.withGlobalId(globalId))
    if (other < rid) taken(`global id ${JSON.stringify(globalId)}`, other);
}

/**
 * Options and origins may refer to deleted resources: they record what the program declared, and nothing relies on
 * them.
 */
function referenceFaults(
  rows: Rows,
  row: ResourceRow,
  objects: readonly ObjectRow[],
  found: Diagnostic[],
): void {
  const { resources } = rows;
  const gone: ResourceId[] = [];
  const strangers: ResourceRow[] = [];
  if (row.parent !== undefined && !resources.has(row.parent)) gone.push(row.parent);
  for (const { edges } of objects) for (const { to } of edges) if (!resources.has(to)) gone.push(to);
  for (const { provider } of objects) {
    if (provider === undefined) continue;
    const manager = resources.get(provider);
    if (manager === undefined) gone.push(provider);
    else if (manager.kind !== "provider") strangers.push(manager);
  }
  for (const to of distinct(gone)) found.push(dangling(rows, row.rid, to));
  for (const { urn } of distinct(strangers))
    found.push(unsound(row, `It is managed by ${urn}, which is not a provider.`));
  if (row.kind !== "provider" && rows.isManager(row.rid))
    found.push(unsound(row, "It manages other resources, but is not a provider."));
}

/** Optimized for lists that are nearly always empty. */
function distinct<Item>(items: readonly Item[]): readonly Item[] {
  return items.length === 0 ? items : [...new Set(items)];
}

function objectFaults(row: ResourceRow, objects: readonly ObjectRow[], found: Diagnostic[]): void {
  const counts = { current: 0, doomed: 0, owed: 0, creating: 0 };
  let newest = 0;
  for (const { status, generation } of objects) {
    counts[status]++;
    newest = Math.max(newest, generation);
  }
  const say = (detail: string) => found.push(unsound(row, detail));
  if (objects.length === 0) say("It has no object.");
  if (counts.current > 1) say("More than one of its objects is current.");
  if (counts.owed > 1) say("More than one of its objects is waiting for its replacement.");
  if (counts.creating > 1) say("More than one of its objects is being created.");
  if (counts.owed > 0 && counts.current > 0)
    say("An object is waiting for its replacement, although there is a current object.");
  if (objects.some((each) => each.status === "creating" && each.generation !== newest))
    say("The object being created is not the newest.");
  for (const object of objects) kindFaults(row, object, say);
}

function kindFaults(
  { kind }: ResourceRow,
  { generation, status, stored, package: from, provider }: ObjectRow,
  say: (detail: string) => void,
): void {
  const sayOf = (what: string) => say(`Object ${generation} ${what}.`);
  if (!Number.isSafeInteger(generation) || generation < 1) sayOf("has an invalid generation");
  if (kind === "component") {
    if (from !== undefined) sayOf("has a package, but components have none");
    if (provider !== undefined) sayOf("has a provider, but components have none");
    if (stored.id !== undefined) sayOf("has an id, but components have none");
  } else if (from === undefined) sayOf("has no package that manages it");
  // An object that was managed before it was only read may still have to be deleted.
  const isLeft = kind === "external" && status === "doomed";
  if ((kind === "component" || kind === "external") && status !== "current" && !isLeft)
    sayOf(`is ${status}, but ${kind} resources are never created or deleted`);
}

function intentFaults(
  rows: Rows,
  row: ResourceRow,
  objects: readonly ObjectRow[],
  found: Diagnostic[],
): void {
  const intents = rows.intentsOf(row.rid);
  const say = (detail: string) =>
    found.push(problem("state/unsound-intent", { detail: `${row.urn}: ${detail}`, hint, resource: row.urn }));
  intents.forEach((intent, index) => {
    const { operation, generation } = intent;
    const fault = intentFault(row, intent, rows.object(row.rid, generation));
    if (fault !== undefined) say(`Operation ${operation} ${fault}.`);
    if (intents.slice(0, index).some((earlier) => earlier.generation === generation))
      say(`Two operations on object ${generation} are unfinished.`);
  });
  for (const { status, generation } of objects) {
    if (status !== "creating") continue;
    if (!intents.some((each) => each.action === "create" && each.generation === generation))
      say(`Object ${generation} is being created, but there is no operation for it.`);
  }
}

function intentFault(
  row: ResourceRow,
  { action, generation }: OpenIntent,
  object: ObjectRow | undefined,
): string | undefined {
  const isLeft = row.kind === "external" && action === "delete" && object?.status === "doomed";
  if ((row.kind === "component" || row.kind === "external") && !isLeft)
    return `would ${action} a resource of kind ${row.kind}`;
  if (object === undefined) return `refers to object ${generation}, which does not exist`;
  return statuses[action].includes(object.status)
    ? undefined
    : `would ${action} object ${generation}, which is ${object.status}`;
}

const statuses = { create: ["creating"], update: ["current"], delete: ["current", "doomed"] };

function unsound(row: ResourceRow, detail: string): Diagnostic {
  return problem("state/unsound-object", { detail: `${row.urn}: ${detail}`, hint, resource: row.urn });
}
