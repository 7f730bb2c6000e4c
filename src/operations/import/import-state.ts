import { orderGraph } from "../../graph/index.js";
import {
  equalValues,
  isDiagnosticError,
  type ClassCode,
  type Diagnostic,
  type Edge,
  type ObjectRow,
  type PackageRecord,
  type ResourceId,
  type ResourceRow,
  type RowChange,
  type Stored,
} from "../../model/index.js";
import { accepted, recordedProvider } from "../../engine/index.js";
import type {
  ConfiguredProvider,
  ForeignObject,
  ForeignState,
  OmittedPart,
} from "../../provider/contract/index.js";
import { declaredProgram, type CodeResource, type CodeSetting } from "../../render/index.js";
import { Limiter } from "../../std/limiter.js";
import { statedDependencies, type StatedDependencies } from "./attribute-references.js";
import type { ImportPorts } from "./import.js";
import { minimalInputs, type DescribedObject } from "./minimal-inputs.js";
import { stateCandidates, type StateCandidate } from "./state-candidates.js";

/** The result of the import of one object of a state file. */
export interface StateImportEntry {
  readonly address: string;
  readonly urn: string;
  /** `gone`: the object does not exist. `left`: something has to be done first. `failed`: the provider refused it. */
  readonly result: "imported" | "already" | "gone" | "left" | "failed";
  /** The properties that the next plan changes. */
  readonly changes: readonly string[];
  /** The next plan replaces it. */
  readonly tainted: boolean;
  /** The number of its replaced objects, which the next plan deletes. */
  readonly replaced: number;
  readonly reason?: string;
  readonly remedy?: string;
}

export interface ImportedState {
  readonly entries: readonly StateImportEntry[];
  readonly omitted: readonly OmittedPart[];
  /** The TypeScript that declares the imported resources. */
  readonly code: string;
  /** The secrets that the code reads. */
  readonly settings: readonly CodeSetting[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Imports the objects of another tool's state file without changing them. Each object is read, and recorded as found together with
 * the inputs that a program needs. All are recorded at once, so that a run that dies has imported nothing.
 */
export async function importState(file: ForeignState, ports: ImportPorts): Promise<ImportedState> {
  const candidates = stateCandidates(file.objects, ports.state, ports.address);
  const limiter = new Limiter(atOnce);
  const looked = await Promise.all(
    candidates.map((candidate) => limiter.run(async () => lookUp(candidate, ports))),
  );
  const found = inOrder(looked.flatMap((each) => (each.kind === "found" ? [each] : [])));
  const stated = statedDependencies(found.map(dependent));
  const changes = rowsOf(found, stated, ports);
  if (changes.length > 0) await ports.append({ event: { kind: "recorded", what: "imported" }, changes });
  const program = declaredProgram(found.map((each) => codeResource(each, stated.get(each.urn)!, file)));
  return {
    entries: looked.map((each) => each.entry),
    omitted: file.omitted,
    code: program.code,
    settings: program.settings,
    diagnostics: distinct(looked.flatMap((each) => (each.kind === "failed" ? each.diagnostics : []))),
  };
}

/** Providers limit their calls themselves. */
const atOnce = 10;

type LookedUp = FoundObject | FailedObject | { readonly kind: "other"; readonly entry: StateImportEntry };

interface FailedObject {
  readonly kind: "failed";
  readonly entry: StateImportEntry;
  readonly diagnostics: readonly Diagnostic[];
}

interface FoundObject {
  readonly kind: "found";
  readonly entry: StateImportEntry;
  readonly urn: string;
  readonly object: ForeignObject;
  readonly package: PackageRecord;
  /** How the program gets its class; undefined if its package cannot tell. */
  readonly classCode: ClassCode | undefined;
  readonly provider: ResourceRow | undefined;
  readonly described: DescribedObject;
  readonly replaced: readonly Stored[];
  /** The URNs of its dependencies among the objects that are imported. */
  readonly needs: readonly string[];
}

async function lookUp(candidate: StateCandidate, ports: ImportPorts): Promise<LookedUp> {
  const { object, urn, decision } = candidate;
  const { address } = object;
  const nothing = { address, urn, changes: [], tainted: false, replaced: 0 };
  if (decision.kind === "already") return { kind: "other", entry: { ...nothing, result: "already" } };
  if (decision.kind === "left")
    return { kind: "other", entry: { ...nothing, result: "left", ...decision.obstacle } };
  try {
    const found = await adopted(candidate, decision, ports);
    if (found !== undefined) return found;
    const reason = "The provider finds no object. Nothing was imported.";
    return { kind: "other", entry: { ...nothing, result: "gone", reason } };
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    const reason = error.diagnostics.map(({ detail }) => detail).join("\n");
    return {
      kind: "failed",
      entry: { ...nothing, result: "failed", reason },
      diagnostics: error.diagnostics,
    };
  }
}

/** Reads the object and describes it; undefined if it does not exist. Throws if the provider refuses it. */
async function adopted(
  { object, urn }: StateCandidate,
  { record, provider }: Extract<StateCandidate["decision"], { kind: "import" }>,
  ports: ImportPorts,
): Promise<FoundObject | undefined> {
  const { type, name, address, isTainted } = object;
  const { record: packageRecord, package: loaded } = accepted(await ports.pool.packageOfType(type));
  const call = ports.call(urn);
  const nobody: ResourceRow = { rid: 0, urn, type, name, kind: "custom", options: {}, origin: [] };
  const row = objectRow(0, 1, { type, schemaVersion: 1, inputs: {}, outputs: {} }, packageRecord, provider);
  const configured = await recordedProvider(nobody, row, ports);
  const adopt = adoptOf(configured, type);
  const answer = accepted(await adopt(call, { type, recorded: record }));
  if (answer.kind === "absent") return undefined;
  const described = await minimalInputs(configured, call, answer.stored);
  const replaced: Stored[] = [];
  for (const each of object.replaced) {
    const old = accepted(await adopt(call, { type, recorded: each }));
    if (old.kind === "found") replaced.push(old.stored);
  }
  const { changes, refusals } = described;
  const refusal = refusals.map(({ detail }) => detail).join("\n");
  const entry: StateImportEntry = {
    address,
    urn,
    result: "imported",
    changes,
    tainted: isTainted,
    replaced: replaced.length,
    ...(refusal !== "" && { reason: refusal }),
  };
  return {
    kind: "found",
    entry,
    urn,
    object,
    package: packageRecord,
    classCode: loaded.classOf?.(type),
    provider,
    described,
    replaced,
    needs: [],
  };
}

function adoptOf(provider: ConfiguredProvider, type: string): NonNullable<ConfiguredProvider["adopt"]> {
  if (provider.adopt === undefined)
    throw new Error(
      `This is a bug in Coconut: the package of ${type} reads state files, but adopts nothing.`,
    );
  return (...request) => provider.adopt!(...request);
}

/** Orders objects after their dependencies. A cycle, which no tool writes, is resolved by leaving its dependencies out. */
function inOrder(found: readonly FoundObject[]): readonly FoundObject[] {
  const byAddress = new Map(found.map((each) => [each.object.address, each.urn]));
  const needs = new Map(
    found.map(({ urn, object }) => [urn, object.needs.flatMap((address) => byAddress.get(address) ?? [])]),
  );
  for (;;) {
    const ordered = orderGraph({ nodes: [...needs.keys()], needs: (urn) => needs.get(urn)! });
    if (!("cycle" in ordered)) {
      const byUrn = new Map(found.map((each) => [each.urn, each]));
      return ordered.order.map((urn) => ({ ...byUrn.get(urn)!, needs: needs.get(urn)! }));
    }
    const cycle = new Set(ordered.cycle);
    for (const urn of cycle)
      needs.set(
        urn,
        needs.get(urn)!.filter((each) => !cycle.has(each)),
      );
  }
}

function dependent({ urn, described, needs }: FoundObject) {
  return { urn, inputs: described.inputs, outputs: described.stored.outputs, needs };
}

function rowsOf(
  found: readonly FoundObject[],
  stated: ReadonlyMap<string, StatedDependencies>,
  { nextRid, now }: Pick<ImportPorts, "nextRid" | "now">,
): readonly RowChange[] {
  const rids = new Map(found.map(({ urn }) => [urn, nextRid()]));
  const time = now();
  return found.flatMap(({ urn, object, provider, described, replaced, package: record }): RowChange[] => {
    const { type, name, isTainted } = object;
    const rid = rids.get(urn)!;
    const { references, dependsOn } = stated.get(urn)!;
    const edges: Edge[] = [
      ...(provider === undefined ? [] : [{ kind: "provider", to: provider.rid } as const]),
      ...references.map(({ field, to }): Edge => ({ kind: "input", field, to: rids.get(to)! })),
      ...dependsOn.map((to): Edge => ({ kind: "depends-on", to: rids.get(to)! })),
    ];
    const options = { ...(isProtected(object) && { protect: true }) };
    const row: ResourceRow = { rid, urn, type, name, kind: "custom", options, origin: [] };
    const objectOf = (stored: Stored, generation: number): ObjectRow => ({
      ...objectRow(rid, generation, stored, record, provider),
      baseline: stored.outputs,
      createdAt: time,
      modifiedAt: time,
    });
    const stored = isTainted ? { ...described.stored, tainted: true } : described.stored;
    return [
      { put: "resource", row },
      ...replaced.map((old, index): RowChange => ({
        put: "object",
        row: { ...objectOf(old, index + 1), status: "doomed" },
      })),
      { put: "object", row: { ...objectOf(stored, replaced.length + 1), edges: distinctEdges(edges) } },
    ];
  });
}

/** A plan could not replace a tainted object that is protected. */
function isProtected({ isTainted }: ForeignObject): boolean {
  return !isTainted;
}

function distinctEdges(edges: readonly Edge[]): readonly Edge[] {
  return edges.filter(
    ({ kind, field, to }, index) =>
      edges.findIndex((each) => each.kind === kind && each.field === field && each.to === to) === index,
  );
}

function objectRow(
  rid: ResourceId,
  generation: number,
  stored: Stored,
  record: PackageRecord,
  provider: ResourceRow | undefined,
): ObjectRow {
  const by = provider === undefined ? {} : { provider: provider.rid };
  return { rid, generation, status: "current", stored, baseline: {}, edges: [], package: record, ...by };
}

function codeResource(
  { urn, object, described, provider, classCode }: FoundObject,
  { references, dependsOn }: StatedDependencies,
  { classOf }: ForeignState,
): CodeResource {
  const { type, name, notes } = object;
  return {
    urn,
    type,
    name,
    module: undefined,
    classCode: classCode ?? classOf(type),
    inputs: described.inputs,
    references: new Map(
      references.map(({ text, to, property, isSecret }) => [text, { urn: to, property, isSecret }]),
    ),
    dependsOn,
    protect: isProtected(object),
    comments: notes,
    ...(provider !== undefined && { provider: provider.urn }),
  };
}

/** A provider that cannot be configured has the same problem for all its objects. */
function distinct(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const said = ({ code, detail, path }: Diagnostic) => ({ code, detail, path: path ?? "" });
  return diagnostics.filter(
    (each, index) => diagnostics.findIndex((other) => equalValues(said(other), said(each))) === index,
  );
}
