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
  /** The name of a resource in state before it was matched to a different name in the program. */
  readonly formerOf?: (rid: ResourceId) => string | undefined;
  /** Maps a URN from state to the program's URN, if state keeps its names: only in a destroy. */
  readonly programUrn?: (urn: string) => string;
}

/**
 * The resources that a plan may touch. Callbacks declare more resources during planning, and their values reveal more
 * dependencies, so the selection is recomputed when that happens.
 */
export class TargetSelection {
  /** True if all resources may be touched. */
  readonly isWhole: boolean;
  readonly #ports: SelectionPorts;
  readonly #noted = new Map<string, ReadonlySet<string>>();
  /** The program's URNs of the resources in state that it declares. */
  #keys: ReadonlyMap<ResourceId, string> = new Map();
  #selected: Selection | undefined;
  #seen = 0;

  constructor(ports: SelectionPorts) {
    const { targets, excludes } = ports.options;
    this.#ports = ports;
    this.isWhole = targets === undefined && (excludes ?? []).length === 0;
  }

  /** True if a declared resource may be touched, as a target or because a target requires it. */
  has({ urn }: ResourceHandle): boolean {
    return this.isWhole || this.#selection.chosen.has(urn) || this.#selection.along.has(urn);
  }

  /** True if a resource is selected itself, not only required by another. */
  isChosen(urn: string): boolean {
    return this.isWhole || this.#selection.chosen.has(urn);
  }

  isExcluded({ urn }: ResourceHandle): boolean {
    return !this.isWhole && this.#selection.excluded.has(urn);
  }

  /** Returns the resources that stay unchanged in state: neither selected nor touched because of another. */
  untouchedRows(touched: ReadonlySet<string>): ReadonlySet<ResourceId> {
    if (this.isWhole) return new Set();
    const { chosen } = this.#selection;
    const rids = [...this.#ports.snapshot.resources.keys()];
    return new Set(rids.filter((rid) => !chosen.has(this.#keyOf(rid)) && !touched.has(this.#keyOf(rid))));
  }

  /**
   * Returns the resources that must not be removed because an excluded resource depends on them, directly or
   * indirectly.
   */
  neededByExcluded(): ReadonlySet<ResourceId> {
    if (this.isWhole) return new Set();
    const { snapshot, state } = this.#ports;
    const { excluded } = this.#selection;
    const found = new Set([...snapshot.resources.keys()].filter((rid) => excluded.has(this.#keyOf(rid))));
    for (const rid of found) for (const need of state.needs(rid)) found.add(need);
    return found;
  }

  /** True if the replacement of a declared resource was requested. */
  isReplaced({ urn }: ResourceHandle): boolean {
    return (this.#ports.options.replace ?? []).length > 0 && this.#selection.replaced.has(urn);
  }

  /** True if a declared resource neither exists nor is created by this plan. */
  isMissing(resource: ResourceHandle): boolean {
    if (this.has(resource)) return false;
    return priorState(resource as Registration, this.#ports.state)?.object.status !== "current";
  }

  /** Records the dependencies found for a resource. */
  note(registration: Registration, needs: readonly { readonly to: ResourceHandle }[]): void {
    if (this.isWhole) return;
    const { urn } = registration;
    const known = this.#noted.get(urn) ?? this.#expected(registration);
    const more = needs.filter(({ to }) => !known.has(to.urn));
    if (more.length === 0) return;
    this.#noted.set(urn, new Set([...known, ...more.map(({ to }) => to.urn)]));
    this.#selected = undefined;
  }

  /** Problems with the request. Read it after the whole program is known. */
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
