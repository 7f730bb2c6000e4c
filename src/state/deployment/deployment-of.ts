import { orderGraph } from "../../graph/index.js";
import {
  providerType,
  identicalValues,
  packageKey,
  printUrn,
  rootStackType,
  secretOf,
  type Json,
  type JsonObject,
  type ObjectRow,
  type PackageRecord,
  type ResourceRow,
  type Snapshot,
  type SourcePosition,
  type Value,
} from "../../model/index.js";
import { indexSnapshot, type SnapshotIndex } from "../index-snapshot.js";
import {
  type DeploymentFile,
  type DeploymentManifest,
  type DeploymentResource,
  type NamedEdge,
  type ResourceExtra,
  type SecretsProvider,
} from "./deployment.js";
import { ephemeralNames, withoutEphemeral } from "./deployment-ephemeral.js";
import { edgesOfEntry, sameEdges } from "./deployment-edges.js";
import { optionFields, ownOptions } from "./deployment-options.js";
import { deploymentJson, type SealText, type ValuePlace } from "./deployment-value.js";

export interface DeploymentRequest {
  /** As in URNs. */
  readonly stack: string;
  readonly project: string;
  readonly manifest: Omit<DeploymentManifest, "plugins">;
  /** Encrypts the text of a secret for its place. Without it, secrets are written as plain text. */
  readonly seal?: SealText;
  /** The provider that decrypts the secrets. */
  readonly secretsProvider?: SecretsProvider;
  /** Returns the path of a file relative to the project folder; undefined if it is outside. */
  readonly projectPath: (file: string) => string | undefined;
}

/**
 * Returns the state of a stack as a deployment: the stack itself, the default providers of packages, then all objects.
 */
export function deploymentOf(snapshot: Snapshot, request: DeploymentRequest): DeploymentFile {
  return new DeploymentWriter(snapshot, request).file();
}

class DeploymentWriter {
  readonly #snapshot: Snapshot;
  readonly #state: SnapshotIndex;
  readonly #request: DeploymentRequest;
  readonly #root: string;
  readonly #defaults: ReadonlyMap<string, DefaultProvider>;

  constructor(snapshot: Snapshot, request: DeploymentRequest) {
    this.#snapshot = snapshot;
    this.#state = indexSnapshot(snapshot);
    this.#request = request;
    const { stack, project } = request;
    this.#root = printUrn({ stack, project, types: [rootStackType], name: `${project}-${stack}` });
    this.#defaults = defaultProviders(snapshot, this.#state, request);
  }

  file(): DeploymentFile {
    const { manifest, secretsProvider } = this.#request;
    const rows = ordered(this.#snapshot, this.#state);
    const plugins = [...this.#defaults.values()].map(({ record }) => pluginOf(record));
    return {
      version: 3,
      deployment: {
        manifest: { ...manifest, ...(plugins.length > 0 && { plugins }) },
        ...(secretsProvider && { secrets_providers: secretsProvider }),
        resources: [
          this.#rootEntry(),
          ...[...this.#defaults.values()].map((each) => this.#defaultEntry(each)),
          ...rows.flatMap((row) => this.#entriesOf(row)),
        ],
        pending_operations: [...this.#snapshot.open.values()].map(({ action, rid, generation }) => ({
          resource: this.#entry(this.#snapshot.resources.get(rid)!, this.#object(rid, generation)),
          type: pending[action],
        })),
        metadata: {},
        coconut: {
          format: 1,
          moves: this.#snapshot.moves,
          defaultProviders: [...this.#defaults.values()].map(({ urn }) => urn),
        },
      },
    };
  }

  #rootEntry(): DeploymentResource {
    const outputs = this.#json(this.#snapshot.outputs, {
      urn: this.#root,
      id: undefined,
      field: "outputs",
    });
    return { urn: this.#root, custom: false, type: rootStackType, inputs: {}, outputs };
  }

  #defaultEntry({ urn, id, record }: DefaultProvider): DeploymentResource {
    const settings = { version: record.version };
    const type = providerType(record.name);
    const own = { package: record };
    return {
      urn,
      custom: true,
      id,
      type,
      inputs: settings,
      outputs: settings,
      parent: this.#root,
      coconut: own,
    };
  }

  /** An interrupted create has no entry; it becomes a pending operation. */
  #entriesOf(row: ResourceRow): readonly DeploymentResource[] {
    return this.#state
      .objectsOf(row.rid)
      .filter(({ status }) => status !== "creating")
      .map((object) => this.#entry(row, object));
  }

  #entry(row: ResourceRow, object: ObjectRow): DeploymentResource {
    const { stored } = object;
    const id = row.kind === "provider" ? providerId(row.rid) : stored.id;
    const json: FieldJson = (field, value) => this.#json(value, { urn: row.urn, id, field });
    const edges = object.edges.flatMap(({ kind, to, field }) =>
      this.#isThere(to) ? [{ kind, to: this.#state.urnOf(to), ...given({ field }) }] : [],
    );
    const plain = {
      urn: row.urn,
      custom: row.kind !== "component",
      ...given({ id }),
      type: row.type,
      inputs: json("inputs", withoutEphemeral(stored.inputs)),
      outputs: json("outputs", withoutEphemeral(stored.outputs)),
      parent: row.parent === undefined ? this.#root : this.#state.urnOf(row.parent),
      ...optionFields(row.options, json),
      ...given({
        external: row.kind === "external" && object.status === "current" ? true : undefined,
        delete: object.status === "doomed" ? true : undefined,
        pendingReplacement: object.status === "owed" ? true : undefined,
        provider: this.#providerReference(row, object),
        initErrors: stored.unfinished,
        created: object.createdAt,
        modified: object.modifiedAt,
        sourcePosition: this.#position(row.position),
      }),
      ...dependencyFields(edges),
    } satisfies DeploymentResource;
    const extra = this.#extra(row, object, json, sameEdges(edges, this.#said(plain)) ? undefined : edges);
    return Object.keys(extra).length === 0 ? plain : { ...plain, coconut: extra };
  }

  #said(entry: DeploymentResource): readonly NamedEdge[] {
    const none = new Set([this.#root, ...[...this.#defaults.values()].map(({ urn }) => urn)]);
    return edgesOfEntry(entry, (urn) => none.has(urn));
  }

  #extra(
    row: ResourceRow,
    object: ObjectRow,
    json: FieldJson,
    edges: readonly NamedEdge[] | undefined,
  ): ResourceExtra {
    const { stored, baseline } = object;
    const isUsual = identicalValues(baseline, stored.outputs);
    const ephemeral = ephemeralNames(stored.inputs);
    return given({
      package: object.package,
      type: stored.type === row.type ? undefined : stored.type,
      schemaVersion: stored.schemaVersion === 1 ? undefined : stored.schemaVersion,
      globalId: row.globalId,
      scope: row.scope,
      origin: row.origin.length === 0 ? undefined : row.origin.map((each) => this.#origin(each)),
      options: ownOptions(row.options),
      tainted: stored.tainted,
      ephemeral: ephemeral.length === 0 ? undefined : ephemeral,
      baseline: isUsual ? undefined : json("coconut.baseline", withoutEphemeral(baseline)),
      opaque: stored.opaque === undefined ? undefined : json("coconut.opaque", secretOf(stored.opaque)),
      edges,
    });
  }

  #origin({ position, waitsFor, key }: ResourceRow["origin"][number]) {
    const there = waitsFor.filter((rid) => this.#snapshot.resources.has(rid));
    return {
      ...given({ sourcePosition: this.#position(position), key }),
      waitsFor: there.map((rid) => this.#state.urnOf(rid)),
    };
  }

  #providerReference({ kind }: ResourceRow, object: ObjectRow): string | undefined {
    if (object.package === undefined || kind === "provider") return undefined;
    if (object.provider !== undefined)
      return `${this.#state.urnOf(object.provider)}::${providerId(object.provider)}`;
    const { urn, id } = this.#defaults.get(packageKey(object.package))!;
    return `${urn}::${id}`;
  }

  #position(position: SourcePosition | undefined): string | undefined {
    const path = position && this.#request.projectPath(position.file);
    return path === undefined ? undefined : `project:///${path}#${position!.line},${position!.column}`;
  }

  #object(rid: number, generation: number): ObjectRow {
    return this.#state.objectsOf(rid).find((each) => each.generation === generation)!;
  }

  #isThere(rid: number): boolean {
    return this.#state.objectsOf(rid).some(({ status }) => status !== "creating");
  }

  #json(value: Value, place: ValuePlace): Json {
    return deploymentJson(value, place, this.#request.seal);
  }
}

/** Returns a value as the JSON for a field of one entry. */
type FieldJson = (field: string, value: Value) => Json;

const pending = { create: "creating", update: "updating", delete: "deleting" } as const;

interface DefaultProvider {
  readonly urn: string;
  readonly id: string;
  readonly record: PackageRecord;
}

/** The ecosystem has an entry for every provider, including those that only the stack configuration configures. */
function defaultProviders(
  { objects, resources }: Snapshot,
  { byUrn }: SnapshotIndex,
  { stack, project }: DeploymentRequest,
): ReadonlyMap<string, DefaultProvider> {
  const found = new Map<string, DefaultProvider>();
  for (const { rid, provider, package: record } of objects.values()) {
    if (record === undefined || provider !== undefined || resources.get(rid)!.kind === "provider") continue;
    if (found.has(packageKey(record))) continue;
    let name = `default_${record.version.replaceAll(/\W/g, "_")}`;
    const urnOf = () => printUrn({ stack, project, types: [providerType(record.name)], name });
    const isTaken = () => byUrn.has(urnOf()) || [...found.values()].some(({ urn }) => urn === urnOf());
    while (isTaken()) name += "_";
    const id = uuid("9000", found.size + 1);
    found.set(packageKey(record), { urn: urnOf(), id, record });
  }
  return found;
}

/** Dependencies come first. */
function ordered({ resources }: Snapshot, state: SnapshotIndex): readonly ResourceRow[] {
  const sorted = orderGraph({ nodes: [...resources.keys()], needs: (rid) => state.needs(rid) });
  if ("cycle" in sorted)
    throw new Error("This is a bug in Coconut: resources in state have a dependency cycle.");
  return sorted.order.map((rid) => resources.get(rid)!);
}

function dependencyFields(
  edges: readonly NamedEdge[],
): Pick<DeploymentResource, "dependencies" | "propertyDependencies" | "deletedWith"> {
  const needed = new Set(
    edges.flatMap(({ kind, to }) => (["input", "depends-on", "field"].includes(kind) ? [to] : [])),
  );
  const fields = new Map<string, string[]>();
  for (const { kind, to, field } of edges) {
    if (kind === "input" && field !== undefined) fields.set(field, [...(fields.get(field) ?? []), to]);
  }
  return given({
    dependencies: needed.size === 0 ? undefined : [...needed],
    propertyDependencies: fields.size === 0 ? undefined : Object.fromEntries(fields),
    deletedWith: edges.find(({ kind }) => kind === "deleted-with")?.to,
  });
}

function pluginOf({ name, version, module }: PackageRecord): JsonObject {
  return { name, path: module, type: "resource", version };
}

/** The ecosystem identifies configured providers by a UUID; Coconut uses a number. */
function providerId(rid: number): string {
  return uuid("8000", rid);
}

function uuid(group: string, number: number): string {
  return `00000000-0000-4000-${group}-${number.toString(16).padStart(12, "0")}`;
}

/** Omits absent members. */
function given<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
