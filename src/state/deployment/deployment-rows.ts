import {
  stripSecrets,
  type Edge,
  type ObjectRow,
  type PackageRecord,
  type RecordedOrigin,
  type ResourceId,
  type ResourceKind,
  type ResourceRow,
  type RowChange,
  type SourcePosition,
  type ValueObject,
} from "../../model/index.js";
import type { ExtraOrigin } from "./deployment.js";
import { edgesOfEntry } from "./deployment-edges.js";
import { valueAt, valuesAt, type DeploymentEntry, type EntryReading } from "./deployment-entry.js";
import { withEphemeral } from "./deployment-ephemeral.js";
import { extraOf, type Extra } from "./deployment-extra.js";
import type { DeploymentFields } from "./deployment-fields.js";
import { optionsOf } from "./deployment-options.js";
import { ecosystemSettings } from "./deployment-packages.js";
import { movedUrn, movedValues, type StackPart } from "./moved-urn.js";

/** The stack that receives the rows, and data that is not in the file. */
export interface RowRequest extends StackPart {
  readonly nextRid: () => ResourceId;
  /** Returns the package that manages an entry, for files that do not record it. */
  readonly packageOf: (entry: DeploymentEntry) => PackageRecord;
  readonly projectFile: (path: string) => string;
}

/** Returns the rows of entries that passed all checks. */
export function deploymentRows(
  entries: readonly DeploymentEntry[],
  reading: EntryReading,
  request: RowRequest,
): readonly RowChange[] {
  const builder = new Builder(entries, reading, request);
  return builder.changes();
}

class Builder {
  readonly #reading: EntryReading;
  readonly #request: RowRequest;
  /** By URN, entries to be deleted first. */
  readonly #resources = new Map<string, DeploymentEntry[]>();
  readonly #rids = new Map<string, ResourceId>();
  readonly #former: StackPart;

  constructor(entries: readonly DeploymentEntry[], reading: EntryReading, request: RowRequest) {
    this.#reading = reading;
    this.#request = request;
    this.#former = entries[0]?.address ?? request;
    for (const entry of entries) {
      if (!isResourceEntry(entry)) continue;
      const same = this.#resources.get(entry.urn) ?? [];
      this.#resources.set(entry.urn, entry.status === "doomed" ? [entry, ...same] : [...same, entry]);
      if (same.length === 0) this.#rids.set(entry.urn, request.nextRid());
    }
  }

  changes(): readonly RowChange[] {
    return [...this.#resources.values()].flatMap((entries) => {
      const current = entries.at(-1)!;
      return [
        { put: "resource", row: this.#row(current, extraOf(current.fields)) } as const,
        ...entries.map((entry, index) => ({ put: "object", row: this.#object(entry, index + 1) }) as const),
      ];
    });
  }

  #row(entry: DeploymentEntry, extra: Extra): ResourceRow {
    const { fields, address, urn, type } = entry;
    const parent = this.#rids.get(fields.text("parent") ?? "");
    const position = positionOf(fields.text("sourcePosition"), this.#request.projectFile);
    return {
      rid: this.#rids.get(urn)!,
      urn: movedUrn(urn, this.#former, this.#request),
      type,
      name: address.name,
      kind: entry.kind as ResourceKind,
      options: optionsOf(fields, (field) => valueAt(fields, field, this.#reading)),
      origin: extra.origin.map((origin) => this.#origin(origin)),
      ...(parent !== undefined && { parent }),
      ...(extra.globalId !== undefined && { globalId: extra.globalId }),
      ...(extra.scope !== undefined && { scope: extra.scope }),
      ...(position !== undefined && { position }),
    };
  }

  #object(entry: DeploymentEntry, generation: number): ObjectRow {
    const { fields, status, kind } = entry;
    const extra = extraOf(fields);
    const outputs = kind === "provider" ? {} : this.#values(entry.outputs);
    const provider = entry.provider === undefined ? undefined : this.#rids.get(entry.provider);
    const [createdAt, modifiedAt] = [timeAt(fields, "created"), timeAt(fields, "modified")];
    const isManaged = kind !== "component";
    return {
      rid: this.#rids.get(entry.urn)!,
      generation,
      status,
      stored: {
        type: extra.type ?? entry.type,
        schemaVersion: extra.schemaVersion ?? 1,
        inputs: withEphemeral(
          this.#values(kind === "provider" ? settingsOf(entry, extra) : entry.inputs),
          extra.ephemeral,
        ),
        outputs,
        ...this.#standing(entry, extra),
      },
      baseline: this.#baseline(fields) ?? outputs,
      edges: this.#edges(entry, extra),
      ...(isManaged && { package: extra.package ?? this.#request.packageOf(entry) }),
      ...(isManaged && provider !== undefined && { provider }),
      ...(createdAt !== undefined && { createdAt }),
      ...(modifiedAt !== undefined && { modifiedAt }),
    };
  }

  /** Returns the members of an object that are not values. */
  #standing({ fields, kind, id }: DeploymentEntry, extra: Extra): Partial<ObjectRow["stored"]> {
    const opaque = stripSecrets(this.#extraValue(fields, "opaque"));
    const unfinished = fields.texts("initErrors");
    return {
      ...((kind === "custom" || kind === "external") && id !== undefined && { id }),
      ...(typeof opaque === "string" && { opaque }),
      ...(unfinished !== undefined && unfinished.length > 0 && { unfinished }),
      ...(extra.isTainted && { tainted: true }),
    };
  }

  #edges(entry: DeploymentEntry, { edges }: Extra): readonly Edge[] {
    const { fields, urn } = entry;
    const [parent, provider] = [fields.text("parent"), fields.text("provider")];
    const deletedWith = fields.text("deletedWith");
    const named =
      edges ??
      edgesOfEntry(
        {
          ...(parent !== undefined && { parent }),
          ...(provider !== undefined && { provider }),
          ...(deletedWith !== undefined && { deletedWith }),
          dependencies: fields.texts("dependencies") ?? [],
          propertyDependencies: fields.textsByField("propertyDependencies") ?? {},
          replaceWith: fields.texts("replaceWith") ?? [],
        },
        (other) => !this.#rids.has(other),
      );
    return named.flatMap(({ kind, to, field }) => {
      const rid = to === urn ? undefined : this.#rids.get(to);
      return rid === undefined ? [] : [{ kind, to: rid, ...(field !== undefined && { field }) }];
    });
  }

  #baseline(fields: DeploymentFields): ValueObject | undefined {
    const extra = fields.object("coconut");
    if (extra?.raw("baseline") === undefined) return undefined;
    return this.#values(valuesAt(extra, "baseline", this.#reading, fields));
  }

  #extraValue(fields: DeploymentFields, name: string) {
    const extra = fields.object("coconut");
    return extra && valueAt(extra, name, this.#reading, fields);
  }

  #origin({ waitsFor, key, sourcePosition }: ExtraOrigin): RecordedOrigin {
    const position = positionOf(sourcePosition, this.#request.projectFile);
    return {
      waitsFor: waitsFor.flatMap((urn) => this.#rids.get(urn) ?? []),
      ...(key !== undefined && { key }),
      ...(position !== undefined && { position }),
    };
  }

  #values(values: ValueObject): ValueObject {
    return movedValues(values, this.#former, this.#request);
  }
}

export function isResourceEntry({ kind }: DeploymentEntry): boolean {
  return kind !== "stack" && kind !== "default" && kind !== "left-out";
}

/** Omits settings that another tool adds to providers and that no package declares. */
function settingsOf({ inputs }: DeploymentEntry, extra: Extra): ValueObject {
  if (extra.package !== undefined) return inputs;
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => !ecosystemSettings.has(name)));
}

function timeAt(fields: DeploymentFields, name: string): string | undefined {
  const time = fields.text(name);
  return time !== undefined && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(time) ? time : undefined;
}

function positionOf(
  text: string | undefined,
  projectFile: (path: string) => string,
): SourcePosition | undefined {
  const found = /^project:\/\/\/(.+)#(\d+)(?:,(\d+))?$/.exec(text ?? "");
  if (found === null) return undefined;
  return { file: projectFile(found[1]!), line: Number(found[2]), column: Number(found[3] ?? 1) };
}
