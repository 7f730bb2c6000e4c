import {
  parseUrn,
  type Diagnostic,
  type Monikers,
  type Registration,
  type ResourceHandle,
  type ResourceId,
  type ResourceRow,
  type Snapshot,
} from "../../model/index.js";
import { selectTargets, type Selectable, type Selection } from "../../plan/index.js";
import type { RecordedProgram } from "../../program/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import { expectedNeeds } from "../facts/own-fields.js";
import { monikersOf, namedRegistration, namedRow } from "../facts/named-resource.js";
import type { PlanOptions } from "../facts/request.js";
import { priorState } from "../facts/prior-state.js";

export interface SelectionPorts {
  readonly program: RecordedProgram;
  readonly snapshot: Snapshot;
  readonly state: SnapshotIndex;
  readonly options: PlanOptions;
  /** What state called a resource until the program was found to have it under another name. */
  readonly formerOf?: (rid: ResourceId) => string | undefined;
  /** What the program calls what state calls this, if state keeps its names: as long as it is to be destroyed. */
  readonly programUrn?: (urn: string) => string;
}

/**
 * What a plan may touch, while the plan is being made: callbacks ask for more on the way, and their values say
 * more about who needs whom, so it is looked at anew when that happened.
 */
export class TargetSelection {
  /** Whether everything may be touched. */
  readonly isWhole: boolean;
  readonly #ports: SelectionPorts;
  readonly #noted = new Map<string, ReadonlySet<string>>();
  /** What the program calls the resources of state that it asks for. */
  #keys: ReadonlyMap<ResourceId, string> = new Map();
  #selected: Selection | undefined;
  #seen = 0;

  constructor(ports: SelectionPorts) {
    const { targets, excludes } = ports.options;
    this.#ports = ports;
    this.isWhole = targets === undefined && (excludes ?? []).length === 0;
  }

  /** Whether a resource of the program may be touched, for its own sake or because it goes along. */
  has({ urn }: ResourceHandle): boolean {
    return this.isWhole || this.#selection.chosen.has(urn) || this.#selection.along.has(urn);
  }

  /** Whether a resource was asked for, and is not only touched because it goes along. */
  isChosen(urn: string): boolean {
    return this.isWhole || this.#selection.chosen.has(urn);
  }

  isExcluded({ urn }: ResourceHandle): boolean {
    return !this.isWhole && this.#selection.excluded.has(urn);
  }

  /** What stays as state has it: all that is neither asked for nor touched by the plan for another's sake. */
  untouchedRows(touched: ReadonlySet<string>): ReadonlySet<ResourceId> {
    if (this.isWhole) return new Set();
    const { chosen } = this.#selection;
    const rids = [...this.#ports.snapshot.resources.keys()];
    return new Set(rids.filter((rid) => !chosen.has(this.#keyOf(rid)) && !touched.has(this.#keyOf(rid))));
  }

  /** What is not taken away because something excluded needs it, near or far. */
  neededByExcluded(): ReadonlySet<ResourceId> {
    if (this.isWhole) return new Set();
    const { snapshot, state } = this.#ports;
    const { excluded } = this.#selection;
    const found = new Set([...snapshot.resources.keys()].filter((rid) => excluded.has(this.#keyOf(rid))));
    for (const rid of found) for (const need of state.needs(rid)) found.add(need);
    return found;
  }

  /** Whether it was asked to replace a resource of the program. */
  isReplaced({ urn }: ResourceHandle): boolean {
    return (this.#ports.options.replace ?? []).length > 0 && this.#selection.replaced.has(urn);
  }

  /** Whether a resource of the program neither exists nor is made by this plan. */
  isMissing(resource: ResourceHandle): boolean {
    if (this.has(resource)) return false;
    return priorState(resource as Registration, this.#ports.state)?.object.status !== "current";
  }

  /** Takes note of what a resource was found to need. */
  note(registration: Registration, needs: readonly { readonly to: ResourceHandle }[]): void {
    if (this.isWhole) return;
    const { urn } = registration;
    const known = this.#noted.get(urn) ?? this.#expected(registration);
    const more = needs.filter(({ to }) => !known.has(to.urn));
    if (more.length === 0) return;
    this.#noted.set(urn, new Set([...known, ...more.map(({ to }) => to.urn)]));
    this.#selected = undefined;
  }

  /** What makes no sense in the request. To be asked when the whole program is known. */
  get problems(): readonly Diagnostic[] {
    return this.isWhole && (this.#ports.options.replace ?? []).length === 0 ? [] : this.#selection.problems;
  }

  get #selection(): Selection {
    const { registrations } = this.#ports.program;
    if (this.#selected === undefined || this.#seen !== registrations.length) {
      this.#seen = registrations.length;
      this.#selected = selectTargets(this.#candidates(registrations), this.#ports.options);
    }
    return this.#selected;
  }

  #candidates(registrations: readonly Registration[]): readonly Selectable[] {
    const { snapshot, state, programUrn = (urn) => urn } = this.#ports;
    const monikers = monikersOf(registrations, state);
    const registered = new Set(registrations.map(({ urn }) => urn));
    const rows = [...snapshot.resources.values()];
    this.#keys = new Map(
      rows.flatMap(({ rid, urn }) => (registered.has(programUrn(urn)) ? [[rid, programUrn(urn)]] : [])),
    );
    return [
      ...rows.flatMap((row) => this.#fromState(row)),
      ...registrations.map((each) => this.#fromProgram(each, monikers)),
    ];
  }

  #fromProgram(registration: Registration, monikers: Monikers): Selectable {
    const { urn, kind, parent } = registration;
    return {
      ...namedRegistration(registration, monikers),
      key: urn,
      kind,
      isInProgram: true,
      parent: parent?.urn,
      needs: [...(this.#noted.get(urn) ?? this.#expected(registration))],
    };
  }

  #fromState(row: ResourceRow): readonly Selectable[] {
    const { state, formerOf } = this.#ports;
    const selectable: Selectable = {
      ...namedRow(row, state),
      key: this.#keyOf(row.rid),
      kind: row.kind,
      isInProgram: this.#keys.has(row.rid),
      parent: row.parent === undefined ? undefined : this.#keyOf(row.parent),
      needs: [...state.needs(row.rid)].map((need) => this.#keyOf(need)),
    };
    const urn = formerOf?.(row.rid);
    if (urn === undefined) return [selectable];
    return [selectable, { ...selectable, urn, name: parseUrn(urn, { names: "foreign" }).name }];
  }

  #keyOf(rid: ResourceId): string {
    return this.#keys.get(rid) ?? this.#ports.state.urnOf(rid);
  }

  #expected(registration: Registration): ReadonlySet<string> {
    const { recorder } = this.#ports.program;
    const needs = expectedNeeds(registration, (parent) => recorder.childrenOf(parent));
    return new Set([...needs].map(({ urn }) => urn));
  }
}
