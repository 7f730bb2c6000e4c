import type { Remains } from "../apply/index.js";
import type {
  Edge,
  ObjectRow,
  RecordedOptions,
  Registration,
  ResourceId,
  ResourceRow,
} from "../model/index.js";
import type { Evaluator } from "../program/index.js";
import type { SnapshotIndex } from "../state/index.js";
import type { Asked } from "./asked.js";
import { edgesOf, resourceRow } from "./build-rows.js";
import type { WalkedResource } from "./walked.js";

/** The rows of a stack while a plan is applied: what they are now, and the numbers of what is being made. */
export class AppliedRows {
  readonly #state: SnapshotIndex;
  readonly #resources: ReadonlyMap<string, WalkedResource>;
  readonly #newRid: () => ResourceId;
  readonly #evaluator: Evaluator;
  readonly #current = new Map<string, Rows>();
  readonly #rids = new Map<string, ResourceId>();
  /** The generations that are left of resources that lose objects. */
  readonly #left = new Map<ResourceId, Set<number>>();

  constructor(
    worked: { readonly state: SnapshotIndex; readonly resources: ReadonlyMap<string, WalkedResource> },
    newRid: () => ResourceId,
    evaluator: Evaluator,
  ) {
    this.#state = worked.state;
    this.#resources = worked.resources;
    this.#newRid = newRid;
    this.#evaluator = evaluator;
    for (const [urn, { prior }] of worked.resources) if (prior !== undefined) this.#current.set(urn, prior);
  }

  put(urn: string, rows: Rows): void {
    this.#current.set(urn, rows);
  }

  /** The object that a resource of the program stands for now. */
  objectOf(urn: string): ObjectRow | undefined {
    return this.#current.get(urn)?.object;
  }

  /** The object that a replacement takes the place of, as it is now. */
  formerObject(urn: string, generation: number): ObjectRow {
    const object = this.objectOf(urn)!;
    if (object.generation === generation) return object;
    return { ...this.#resources.get(urn)!.prior!.object, status: "doomed" };
  }

  /** Takes note that an object is gone, and says what remains of its resource. */
  remove(urn: string, object: ObjectRow, isFirstHalf: boolean): Remains {
    const rows = this.#current.get(urn);
    if (isFirstHalf) {
      this.#current.set(urn, { ...rows!, object: { ...object, status: "owed" } });
      return "owed";
    }
    const left = this.#left.get(object.rid) ?? new Set(this.#generations(object.rid));
    this.#left.set(object.rid, left);
    left.delete(object.generation);
    return left.size === 0 && rows === undefined ? "nothing" : "resource";
  }

  nextGeneration(rid: ResourceId): number {
    return Math.max(0, ...this.#generations(rid)) + 1;
  }

  resourceRow({ registration, prior }: WalkedResource, options: RecordedOptions): ResourceRow {
    const rid = prior?.row.rid ?? this.#ridOf(registration.urn);
    return resourceRow(rid, registration, options, this.#origin(registration), this.#ridOf);
  }

  edges({ needs }: Asked): readonly Edge[] {
    return edgesOf(needs, this.#ridOf);
  }

  providerOf({ providedBy }: WalkedResource): Pick<ObjectRow, "provider"> {
    return providedBy === undefined ? {} : { provider: this.#ridOf(providedBy.urn) };
  }

  #generations(rid: ResourceId): readonly number[] {
    return this.#state.objectsOf(rid).map(({ generation }) => generation);
  }

  readonly #ridOf = (urn: string): ResourceId => {
    const known = this.#rids.get(urn) ?? this.#state.byUrn.get(urn)?.rid;
    if (known !== undefined) return known;
    const rid = this.#newRid();
    this.#rids.set(urn, rid);
    return rid;
  };

  #origin({ origin }: Registration): ResourceRow["origin"] {
    return origin.map(({ position, to }) => {
      const input = this.#evaluator.evaluate(to);
      const waitsFor = "then" in input ? [] : [...input.dependencies].map(({ urn }) => this.#ridOf(urn));
      return { waitsFor, ...(position && { position }) };
    });
  }
}

interface Rows {
  readonly row: ResourceRow;
  readonly object: ObjectRow;
}
