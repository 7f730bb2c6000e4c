import type { Remains } from "../../apply/index.js";
import type {
  Edge,
  ObjectRow,
  RecordedOptions,
  ResourceId,
  ResourceRow,
  ValueObject,
} from "../../model/index.js";
import type { RecordedRows } from "../../plan/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import type { Asked } from "../facts/asked.js";
import { withStateProtection } from "../facts/recorded-options.js";
import { nextGeneration } from "../facts/object-seed.js";
import type { WalkedResource } from "../facts/walked.js";
import type { PriorState } from "../facts/prior-state.js";
import type { Mutable } from "../../std/mutable.js";

/** The rows of a stack while a plan is applied, including the ids of resources that are being created. */
export class AppliedRows {
  readonly #state: SnapshotIndex;
  readonly #resources: ReadonlyMap<string, WalkedResource>;
  readonly #newRid: () => ResourceId;
  readonly #current = new Map<string, RecordedRows>();
  readonly #rids = new Map<string, ResourceId>();
  /** The generations that have a row now, for resources that gain or lose objects. */
  readonly #there = new Map<ResourceId, Set<number>>();

  readonly #ridOf = (urn: string): ResourceId => {
    const known = this.#rids.get(urn) ?? this.#state.byUrn.get(urn)?.rid;
    if (known !== undefined) return known;
    const rid = this.#newRid();
    this.#rids.set(urn, rid);
    return rid;
  };

  constructor(
    worked: { readonly state: SnapshotIndex; readonly resources: ReadonlyMap<string, WalkedResource> },
    newRid: () => ResourceId,
  ) {
    this.#state = worked.state;
    this.#resources = worked.resources;
    this.#newRid = newRid;
    for (const [urn, { prior }] of worked.resources) {
      // Ids follow the order of the plan, independent of which resource is created first.
      if (prior === undefined) this.#ridOf(urn);
      else this.#current.set(urn, rowsOf(prior));
    }
  }

  put(urn: string, rows: RecordedRows): void {
    this.#current.set(urn, rows);
  }

  /** The current object of a resource of the program. */
  objectOf(urn: string): ObjectRow | undefined {
    return this.#current.get(urn)?.object;
  }

  /** The currently recorded inputs of a provider resource. */
  configurationOf(provider: ResourceId): ValueObject | undefined {
    for (const { row, object } of this.#current.values())
      if (row.rid === provider) return object.stored.inputs;
    return this.#state.currentOf(provider)?.stored.inputs;
  }

  /** The object that a replacement replaces, as currently recorded. */
  formerObject(urn: string, generation: number): ObjectRow {
    const object = this.objectOf(urn)!;
    if (object.generation === generation) return object;
    const { object: former, stored, baseline } = this.#resources.get(urn)!.prior!;
    return { ...former, stored, baseline, status: "doomed" };
  }

  /** Records that an object is gone and returns what remains of its resource. */
  remove(urn: string, object: ObjectRow, isFirstHalf: boolean): Remains {
    if (!isFirstHalf) return this.leave(object);
    this.#current.set(urn, { ...this.#current.get(urn)!, object: { ...object, status: "owed" } });
    return "owed";
  }

  /** Records that an object no longer has a row and returns what remains of its resource. */
  leave({ rid, generation }: Pick<ObjectRow, "rid" | "generation">): Remains {
    const there = this.#generations(rid);
    there.delete(generation);
    return there.size === 0 ? "nothing" : "resource";
  }

  /** The generation of an object that is about to be created. */
  nextGeneration(rid: ResourceId): number {
    const there = this.#generations(rid);
    const next = nextGeneration(there);
    there.add(next);
    return next;
  }

  resourceRow(walked: WalkedResource, options: RecordedOptions): ResourceRow {
    const { registration, prior, globalId } = walked;
    const { urn, type, name, kind, parent, scope, position } = registration;
    const row: Mutable<ResourceRow> = {
      rid: prior?.row.rid ?? this.#ridOf(urn),
      urn,
      type,
      name,
      kind,
      options: withStateProtection(options, prior?.row.options),
      origin: this.#origin(walked),
    };
    // Its dependencies come first, so they already have ids.
    if (parent !== undefined) row.parent = this.#ridOf(parent.urn);
    if (scope !== undefined) row.scope = scope;
    if (position !== undefined) row.position = position;
    if (globalId !== undefined) row.globalId = globalId;
    return row;
  }

  /** The object of a resource that changes only in state. */
  recordedObject(walked: WalkedResource, rid: ResourceId, asked: Asked): ObjectRow {
    const { registration, prior } = walked;
    const { inputs } = asked;
    const edges = this.edges(asked);
    if (prior === undefined) {
      const stored = { type: registration.type, schemaVersion: 1, inputs, outputs: {} };
      return { rid, generation: 1, status: "current", stored, baseline: {}, edges };
    }
    const { provider: _former, ...object } = prior.object;
    const { baseline, stored } = prior;
    const provider = this.providerOf(walked);
    const recorded = { ...object, stored: { ...stored, inputs }, baseline, edges };
    return provider === undefined ? recorded : { ...recorded, provider };
  }

  edges({ needs }: Asked): readonly Edge[] {
    return needs.map(({ kind, to: { urn }, field }) =>
      field === undefined ? { kind, to: this.#ridOf(urn) } : { kind, to: this.#ridOf(urn), field },
    );
  }

  providerOf({ providedBy }: WalkedResource): ResourceId | undefined {
    return providedBy && this.#ridOf(providedBy.urn);
  }

  #generations(rid: ResourceId): Set<number> {
    const there =
      this.#there.get(rid) ?? new Set(this.#state.objectsOf(rid).map(({ generation }) => generation));
    this.#there.set(rid, there);
    return there;
  }

  #origin({ origin }: WalkedResource): ResourceRow["origin"] {
    return origin.map(({ position, waitsFor, key }) => ({
      waitsFor: waitsFor.map(this.#ridOf),
      ...(key !== undefined && { key }),
      ...(position && { position }),
    }));
  }
}

function rowsOf({ row, object, stored, baseline }: PriorState): RecordedRows {
  return { row, object: { ...object, stored, baseline } };
}
