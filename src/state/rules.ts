import type { Diagnostic, ObjectRow, OpenIntent, ResourceId, ResourceRow } from "../model/index.js";
import { problem } from "./diagnostics.js";
import type { Rows } from "./rows.js";

/** The rules that state keeps, for one resource and what belongs to it; circles apart. */
export function resourceFaults(rows: Rows, rid: ResourceId): Diagnostic[] {
  const row = rows.resources.get(rid);
  if (row === undefined) return missingResource(rows, rid);
  return [
    ...nameFaults(rows, row),
    ...referenceFaults(rows, row),
    ...objectFaults(rows, row),
    ...intentFaults(rows, row),
  ];
}

export function circle(rows: Rows, cycle: readonly ResourceId[]): Diagnostic {
  const names = cycle.map((rid) => rows.resources.get(rid)?.urn ?? `resource ${rid}`);
  return problem("state/dependency-cycle", { detail: `${names.join(" needs\n")}.`, hint });
}

export function misfit(detail: string): Diagnostic {
  return problem("state/record-misfit", { detail, hint });
}

const hint = "Please report it with the last journal records: they say how it came to this.";

function missingResource(rows: Rows, rid: ResourceId): Diagnostic[] {
  const held = rows.objectsOf(rid).length + rows.intentsOf(rid).length;
  const orphans =
    held === 0
      ? []
      : [
          problem("state/unsound-object", {
            detail: `Objects or operations are recorded for resource ${rid}, which does not exist.`,
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

function nameFaults(rows: Rows, { rid, urn, globalId }: ResourceRow): Diagnostic[] {
  const taken = (what: string, by: readonly ResourceId[]) =>
    by
      .filter((other) => other < rid)
      .map((other) =>
        problem("state/name-taken", {
          detail: `Resources ${other} and ${rid} both have the ${what}.`,
          hint,
          resource: urn,
        }),
      );
  return [
    ...taken(`URN ${urn}`, rows.withUrn(urn)),
    ...(globalId === undefined
      ? []
      : taken(`global id ${JSON.stringify(globalId)}`, rows.withGlobalId(globalId))),
  ];
}

/** Options and origins may name what is gone: they say what was asked for, and nothing follows them blindly. */
function referenceFaults(rows: Rows, row: ResourceRow): Diagnostic[] {
  const objects = rows.objectsOf(row.rid);
  const targets = new Set([
    ...(row.parent === undefined ? [] : [row.parent]),
    ...objects.flatMap(({ edges }) => edges.map(({ to }) => to)),
    ...objects.flatMap(({ provider }) => (provider === undefined ? [] : [provider])),
  ]);
  const found = [...targets].filter((to) => !rows.resources.has(to)).map((to) => dangling(rows, row.rid, to));
  const managers = new Set(objects.map(({ provider }) => provider));
  const notProviders = [...managers]
    .map((to) => (to === undefined ? undefined : rows.resources.get(to)))
    .filter((to) => to !== undefined && to.kind !== "provider");
  const wronglyManaged = row.kind === "provider" ? [] : rows.managedBy(row.rid);
  return [
    ...found,
    ...notProviders.map((to) => unsound(row, `It is managed by ${to?.urn}, which is no provider.`)),
    ...(wronglyManaged.length > 0 ? [unsound(row, "It manages others, but is no provider.")] : []),
  ];
}

function objectFaults(rows: Rows, row: ResourceRow): Diagnostic[] {
  const objects = rows.objectsOf(row.rid);
  const say = (detail: string) => unsound(row, detail);
  const count = (status: ObjectRow["status"]) => objects.filter((each) => each.status === status).length;
  const found: Diagnostic[] = [];
  if (objects.length === 0) found.push(say("It has no object, so nothing exists for it."));
  if (count("current") > 1) found.push(say("More than one of its objects is current."));
  if (count("owed") > 1) found.push(say("More than one of its objects is owed a successor."));
  if (count("creating") > 1) found.push(say("More than one of its objects is being created."));
  if (count("owed") > 0 && count("current") > 0) {
    found.push(say("A successor is owed although there is a current object."));
  }
  const newest = Math.max(...objects.map(({ generation }) => generation));
  if (objects.some((each) => each.status === "creating" && each.generation !== newest)) {
    found.push(say("The object being created is not the newest."));
  }
  return [...found, ...objects.flatMap((object) => kindFaults(row, object).map(say))];
}

function kindFaults({ kind }: ResourceRow, { generation, status, stored, ...object }: ObjectRow): string[] {
  const of = `Object ${generation}`;
  const found: string[] = [];
  if (!Number.isSafeInteger(generation) || generation < 1) found.push(`${of} has no proper generation.`);
  if (kind === "component") {
    if (object.package !== undefined) found.push(`${of} has a package, but components have none.`);
    if (object.provider !== undefined) found.push(`${of} has a provider, but components have none.`);
    if (stored.id !== undefined) found.push(`${of} has an id, but components have none.`);
  } else if (object.package === undefined) found.push(`${of} does not say which package manages it.`);
  // What was managed before it was only read may have left something to be deleted.
  const isLeft = kind === "external" && status === "doomed";
  if ((kind === "component" || kind === "external") && status !== "current" && !isLeft) {
    found.push(`${of} is ${status}, but no ${kind} is ever created or deleted.`);
  }
  return found;
}

function intentFaults(rows: Rows, row: ResourceRow): Diagnostic[] {
  const intents = rows.intentsOf(row.rid);
  const say = (detail: string) =>
    problem("state/unsound-intent", { detail: `${row.urn}: ${detail}`, hint, resource: row.urn });
  const found: Diagnostic[] = [];
  const pending = new Set<number>();
  for (const intent of intents) {
    const fault = intentFault(row, intent, rows.object(row.rid, intent.generation));
    if (fault !== undefined) found.push(say(`Operation ${intent.operation} ${fault}.`));
    if (pending.has(intent.generation)) {
      found.push(say(`Two operations on object ${intent.generation} are unfinished.`));
    }
    pending.add(intent.generation);
  }
  const creates = new Set(intents.filter(({ action }) => action === "create").map((each) => each.generation));
  for (const { status, generation } of rows.objectsOf(row.rid)) {
    if (status === "creating" && !creates.has(generation)) {
      found.push(say(`Object ${generation} is being created, but no operation says so.`));
    }
  }
  return found;
}

function intentFault(
  row: ResourceRow,
  { action, generation }: OpenIntent,
  object: ObjectRow | undefined,
): string | undefined {
  const isLeft = row.kind === "external" && action === "delete" && object?.status === "doomed";
  if ((row.kind === "component" || row.kind === "external") && !isLeft)
    return `would ${action} a ${row.kind}`;
  if (object === undefined) return `is about object ${generation}, which does not exist`;
  return statuses[action].includes(object.status)
    ? undefined
    : `would ${action} object ${generation}, which is ${object.status}`;
}

const statuses = { create: ["creating"], update: ["current"], delete: ["current", "doomed"] };

function unsound(row: ResourceRow, detail: string): Diagnostic {
  return problem("state/unsound-object", { detail: `${row.urn}: ${detail}`, hint, resource: row.urn });
}
