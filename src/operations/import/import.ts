import { orderGraph } from "../../graph/index.js";
import {
  DiagnosticError,
  isDiagnosticError,
  type Diagnostic,
  type Edge,
  type JournalRecord,
  type ObjectRow,
  type ResourceId,
  type ResourceRow,
  type Stored,
} from "../../model/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import type { LoadedPackage } from "../../provider/contract/index.js";
import { programCode, type CodeResource } from "../../render/index.js";
import { importManaged, importOtherId, managersIn, objectName } from "../../engine/index.js";
import { notFound } from "../../engine/index.js";
import { accepted } from "../../engine/index.js";
import { importedInputs, type ImportedInputs } from "./import-inputs.js";
import { idReferences, type IdReference } from "./import-references.js";
import { placeRequests, type ImportRequest, type PlacedRequest } from "./import-request.js";
import { recordedProvider, type RecordedProviderPorts } from "../../engine/index.js";

export interface ImportedResource {
  readonly urn: string;
  readonly id: string;
  /** `already`: the resource manages the object already, and nothing was done. */
  readonly result: "imported" | "already" | "failed";
}

export interface Imported {
  readonly resources: readonly ImportedResource[];
  /** The TypeScript that declares the imported resources. */
  readonly code: string;
  readonly diagnostics: readonly Diagnostic[];
}

export interface ImportPorts extends RecordedProviderPorts {
  readonly address: { readonly stack: string; readonly project: string };
  readonly nextRid: () => ResourceId;
  readonly now: () => string;
  readonly append: (record: Omit<JournalRecord, "runId">) => Promise<void>;
}

/**
 * Imports existing objects into state without a program that declares them. Each object is looked up, recorded as
 * found, and protected, so that nothing deletes it before its code is in the program. A failed import stops only
 * the imports of its children.
 */
export async function importResources(
  requests: readonly ImportRequest[],
  ports: ImportPorts,
): Promise<Imported> {
  const { placed, problems } = placeRequests(requests, ports.snapshot, ports.address);
  const diagnostics = [...problems];
  const ends = await Promise.all(
    placed.map(async (request) => {
      try {
        return await lookUp(request, placed, ports);
      } catch (error) {
        if (!isDiagnosticError(error)) throw error;
        diagnostics.push(...error.diagnostics);
        return undefined;
      }
    }),
  );
  const looked = ends.flatMap((end) => (end === undefined || end === "already" ? [] : [end]));
  diagnostics.push(...conflicts(looked));
  const found = withinFound(distinct(looked), ports.state);
  const references = idReferences(found.map(referable));
  const written = inOrder(found, references);
  const rids = new Map(written.map(({ urn }) => [urn, ports.state.byUrn.get(urn)?.rid ?? ports.nextRid()]));
  const ridOf = (urn: string) => rids.get(urn) ?? ports.state.byUrn.get(urn)!.rid;
  for (const each of written) await adopt(each, references.get(each.urn)!, ridOf, ports);
  return {
    resources: placed.map(({ urn, request }, index): ImportedResource => {
      const isImported = rids.has(urn);
      const result = isImported ? "imported" : ends[index] === "already" ? "already" : "failed";
      return { urn, id: request.id, result };
    }),
    code: programCode(written.map((each) => codeResource(each, references.get(each.urn)!))),
    diagnostics,
  };
}

/** Returns how the program imports the class of a type; undefined if the program defines it. */
function classOf(
  type: string,
  { record, package: found }: Pick<LoadedPackage, "record" | "package">,
): Pick<CodeResource, "module" | "classCode"> {
  const own = found.classOf?.(type);
  if (own !== undefined) return { module: undefined, classCode: own };
  return { module: record.plugin === undefined ? record.module : undefined };
}

interface ObjectToImport extends PlacedRequest {
  readonly class: Pick<CodeResource, "module" | "classCode">;
  readonly stored: Stored;
  readonly inputs: ImportedInputs;
  readonly package: NonNullable<ObjectRow["package"]>;
}

/** Looks up the object of a request; `already` if its resource has it. Throws if the object cannot be imported. */
async function lookUp(
  placed: PlacedRequest,
  all: readonly PlacedRequest[],
  ports: ImportPorts,
): Promise<ObjectToImport | "already"> {
  const { request, urn, provider } = placed;
  const { type, name, id } = request;
  const adopting = { urn, type, name, position: undefined };
  const row = ports.state.byUrn.get(urn);
  const twin = all.find((each) => each.urn === urn);
  if (twin !== placed) throw new DiagnosticError(importOtherId(adopting, id, twin?.request.id));
  if (row !== undefined && row.kind !== "external") {
    const current = ports.state.currentOf(row.rid)?.stored.id;
    if (current === id || row.options.import === id) return "already";
    throw new DiagnosticError(importOtherId(adopting, id, current));
  }
  const { record, package: found } = accepted(await ports.pool.packageOfType(type));
  const call = ports.call(urn);
  const nobody: ResourceRow = { rid: 0, urn, type, name, kind: "custom", options: {}, origin: [] };
  const configured = await recordedProvider(nobody, objectOf(record, provider), ports);
  const answer = accepted(await configured.lookup(call, { type, id }));
  if (answer.kind === "absent") throw new DiagnosticError(notFound(adopting, id));
  const { stored } = answer;
  const manager = managersIn(ports.state).get(objectName(type, stored.id ?? id, provider?.urn));
  if (manager !== undefined) throw new DiagnosticError(importManaged(adopting, id, manager));
  const inputs = await importedInputs(configured, call, stored);
  return { ...placed, stored, inputs, package: record, class: classOf(type, { record, package: found }) };
}

/** Returns an object row with everything that is known before the lookup. */
function objectOf(record: ObjectToImport["package"], provider: ResourceRow | undefined): ObjectRow {
  const stored = { type: "", schemaVersion: 1, inputs: {}, outputs: {} };
  const by = provider === undefined ? {} : { provider: provider.rid };
  return {
    rid: 0,
    generation: 1,
    status: "current",
    stored,
    baseline: {},
    edges: [],
    package: record,
    ...by,
  };
}

/** Keeps each object once: the first request wins. */
function distinct(found: readonly ObjectToImport[]): readonly ObjectToImport[] {
  return found.filter((each) => firstFor(each, found) === each);
}

function conflicts(found: readonly ObjectToImport[]): readonly Diagnostic[] {
  return found.flatMap((each) => {
    const { urn, request } = each;
    const first = firstFor(each, found);
    return first === each ? [] : [importManaged({ ...request, urn }, request.id, first.urn)];
  });
}

function firstFor(object: ObjectToImport, found: readonly ObjectToImport[]): ObjectToImport {
  const nameOf = ({ stored, provider }: ObjectToImport) =>
    objectName(stored.type, stored.id ?? "", provider?.urn);
  return found.find((each) => nameOf(each) === nameOf(object))!;
}

/** Drops objects whose parent failed to import. */
function withinFound(found: readonly ObjectToImport[], state: SnapshotIndex): readonly ObjectToImport[] {
  const there = new Set(found.map(({ urn }) => urn));
  const kept = found.filter(
    ({ parent }) => parent === undefined || state.byUrn.has(parent) || there.has(parent),
  );
  return kept.length === found.length ? kept : withinFound(kept, state);
}

function referable({ urn, stored, inputs, parent, request }: ObjectToImport) {
  const needs = parent === undefined ? [] : [parent];
  return { urn, id: stored.id ?? request.id, inputs: inputs.written, needs };
}

function inOrder(
  found: readonly ObjectToImport[],
  references: ReadonlyMap<string, readonly IdReference[]>,
): readonly ObjectToImport[] {
  const byUrn = new Map(found.map((each) => [each.urn, each]));
  const needs = (urn: string) => [
    ...[byUrn.get(urn)!.parent].filter((parent) => parent !== undefined && byUrn.has(parent)),
    ...references.get(urn)!.map(({ to }) => to),
  ];
  const ordered = orderGraph({ nodes: [...byUrn.keys()], needs: (urn) => needs(urn) as string[] });
  if ("cycle" in ordered) throw new Error("Bug in Coconut: imported resources form a reference cycle.");
  return ordered.order.map((urn) => byUrn.get(urn)!);
}

async function adopt(
  found: ObjectToImport,
  references: readonly IdReference[],
  ridOf: (urn: string) => ResourceId,
  { append, now, state }: ImportPorts,
): Promise<void> {
  const { urn, request, parent, provider, stored, inputs } = found;
  const { type, name, id } = request;
  const time = now();
  const rid = ridOf(urn);
  const edges: Edge[] = [
    ...(parent === undefined ? [] : [{ kind: "parent", to: ridOf(parent) } as const]),
    ...(provider === undefined ? [] : [{ kind: "provider", to: provider.rid } as const]),
    ...references.map(({ field, to }): Edge => ({ kind: "input", field, to: ridOf(to) })),
  ];
  const row: ResourceRow = {
    rid,
    urn,
    type,
    name,
    kind: "custom",
    options: { protect: true, import: id },
    origin: [],
    ...(parent !== undefined && { parent: ridOf(parent) }),
  };
  const object: ObjectRow = {
    ...objectOf(found.package, provider),
    rid,
    generation: state.currentOf(rid)?.generation ?? 1,
    stored: { ...stored, inputs: inputs.recorded },
    baseline: stored.outputs,
    edges,
    createdAt: time,
    modifiedAt: time,
  };
  await append({
    event: { kind: "recorded", what: "imported" },
    changes: [
      { put: "resource", row },
      { put: "object", row: object },
    ],
  });
}

function codeResource(found: ObjectToImport, references: readonly IdReference[]): CodeResource {
  const { urn, request, inputs, parent, provider } = found;
  return {
    urn,
    type: request.type,
    name: request.name,
    ...found.class,
    inputs: inputs.written,
    references: new Map(references.map(({ id, to }) => [id, { urn: to, property: "id" }])),
    protect: true,
    ...(parent !== undefined && { parent }),
    ...(provider !== undefined && { provider: provider.urn }),
  };
}
