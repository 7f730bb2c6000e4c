import {
  objectKey,
  type Change,
  type Diagnostic,
  type Expression,
  type Reason,
  type ResourceId,
} from "../../model/index.js";
import type { Dependencies } from "../../program/index.js";
import { holdBack, isFailedQuestion, type HeldBack, type LeavingObject } from "../../plan/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import { withPlace } from "../facts/asked.js";
import { expectedNeeds } from "../facts/own-fields.js";
import type { ChildrenOf } from "../facts/needs.js";
import type { PredictedValues } from "../facts/predicted-values.js";
import type { BlockedReplacement } from "../targets/still-needed.js";
import { changeOf, failedChange, recordedChange, removalChange } from "./changes.js";
import type { FailedRemoval, WalkedRemovals } from "./plan-removals.js";
import { needsOf } from "./plan-steps.js";
import type { FailedWalk, WalkedResource } from "../facts/walked.js";
import type { WalkedRemoval } from "../facts/worked-plan.js";
import { priorState } from "../facts/prior-state.js";

export interface LeftAloneFacts {
  readonly walked: readonly (WalkedResource | FailedWalk)[];
  readonly removals: WalkedRemovals["removals"];
  readonly state: SnapshotIndex;
  /** Resources that must not be touched, by URN, with the reasons. */
  readonly held: ReadonlyMap<string, readonly Diagnostic[]>;
  readonly childrenOf: ChildrenOf;
  /** Returns the resources that the value of an expression comes from. */
  readonly dependenciesOf: (expression: Expression) => Dependencies;
  readonly predicted: PredictedValues;
}

/**
 * Splits a plan into resources that are left alone, because they could not be planned or must not be touched, and the
 * rest.
 */
export class LeftAlone {
  readonly #facts: LeftAloneFacts;
  /**
   * The reasons why resources are left alone. Failed provider calls are shown as failed changes; the others are only
   * listed here.
   */
  readonly because: ReadonlySet<Diagnostic>;
  readonly #failed: Map<string, Reason | undefined>;
  /** The resources that go ahead, by URN. */
  resources: ReadonlyMap<string, WalkedResource> = new Map();
  removals: readonly WalkedRemoval[] = [];
  #heldBack: HeldBack = nothing;
  /**
   * URNs of resources that would have been removed and are kept. A resource that only leaves an old object behind goes
   * ahead itself.
   */
  #staying: ReadonlySet<string> = new Set();

  constructor(facts: LeftAloneFacts) {
    this.#facts = facts;
    const held = new Set([...facts.held.values()].flat());
    const failures = [
      ...problemsOf(facts).filter((each) => !held.has(each) && isFailedQuestion(each)),
      ...refusalsIn(facts),
    ];
    this.because = new Set([...held, ...failures.map(withPlace)]);
    this.#failed = failedResources(facts, held);
    this.#hold();
  }

  /** True if nothing is done to a resource in state, so that it keeps its dependencies. */
  has(urn: string): boolean {
    return this.#heldBack.resources.has(urn) || this.#staying.has(urn);
  }

  /** The resources left alone that are in state. */
  get rids(): ReadonlySet<ResourceId> {
    const { byUrn } = this.#facts.state;
    const urns = [...this.#heldBack.resources.keys(), ...this.#staying];
    return new Set(urns.flatMap((urn) => byUrn.get(urn)?.rid ?? []));
  }

  /** Also leaves alone the replacements that would require a change of a resource that is left alone. */
  addBlocked(blocked: readonly BlockedReplacement[]): void {
    for (const { row, by } of blocked) {
      const of = by.find((urn) => this.#heldBack.resources.get(urn) !== undefined || this.#staying.has(urn));
      this.#failed.set(row.urn, of === undefined ? undefined : { kind: "needed-by-failed", of });
    }
    this.#hold();
  }

  /** All changes as the plan shows them: the declared resources in program order, then removals. */
  get changes(): readonly Change[] {
    const { walked, removals, state } = this.#facts;
    const { resources, leaving } = this.#heldBack;
    const urnOf = (rid: ResourceId) => state.urnOf(rid);
    const changes: Change[] = [];
    if (resources.size === 0 && leaving.size === 0) {
      for (const each of walked) if (each.ok) changes.push(changeOf(each, this.#facts));
      for (const each of this.removals) changes.push(removalChange(each, urnOf));
      return changes;
    }
    for (const each of walked) {
      const { registration } = each;
      const reason = resources.get(registration.urn);
      if (reason !== undefined)
        changes.push(failedChange(registration, reason, priorState(registration, state)));
      else if (each.ok && !resources.has(registration.urn)) changes.push(changeOf(each, this.#facts));
    }
    for (const each of removals) {
      const reason = leaving.size === 0 ? undefined : leaving.get(keyOf(each));
      if (reason !== undefined) changes.push(recordedChange(each, "failed", reason, urnOf));
      else if (each.by !== "failed" && !this.#stays(each)) changes.push(removalChange(each, urnOf));
    }
    return changes;
  }

  #hold(): void {
    const { walked, removals } = this.#facts;
    const hasFailed = this.#failed.size > 0 || removals.some(({ by }) => by === "failed");
    if (hasFailed) this.#heldBack = this.#withOthers();
    const { resources } = this.#heldBack;
    const goingAhead = new Map<string, WalkedResource>();
    for (const each of walked) {
      const { urn } = each.registration;
      if (each.ok && !resources.has(urn)) goingAhead.set(urn, each);
    }
    this.resources = goingAhead;
    this.removals = removals.filter(
      (each): each is WalkedRemoval => each.by !== "failed" && !this.#stays(each),
    );
    const staying = removals.filter((each) => each.object.status !== "doomed" && this.#stays(each));
    this.#staying = new Set(staying.map(({ row }) => row.urn));
  }

  /** True if an object that would have been removed is kept. */
  #stays(removal: WalkedRemoval | FailedRemoval): boolean {
    const { leaving } = this.#heldBack;
    return leaving.size > 0 && leaving.has(keyOf(removal));
  }

  #withOthers(): HeldBack {
    const { walked, removals, state, predicted } = this.#facts;
    return holdBack({
      failed: this.#failed,
      planned: walked.flatMap((each) =>
        each.ok ? [{ urn: each.registration.urn, needs: bindingNeeds(each, state, predicted) }] : [],
      ),
      leaving: removals.flatMap((each) => (each.by === "keep" ? [] : [leavingObject(each)])),
      isRecorded: (urn) => state.byUrn.has(urn),
      recordedNeeds: (urn) => recordedNeeds(urn, state),
    });
  }
}

const nothing: HeldBack = { resources: new Map(), leaving: new Map() };

function problemsOf({ walked, removals }: LeftAloneFacts): readonly Diagnostic[] {
  const problems: Diagnostic[] = [];
  for (const each of walked) if (!each.ok) problems.push(...each.answer.diagnostics);
  for (const each of removals) if (each.by === "failed") problems.push(...each.diagnostics);
  return problems;
}

/** Returns the providers' refusals to delete objects, whatever their diagnostic codes. */
function refusalsIn({ walked, removals }: LeftAloneFacts): readonly Diagnostic[] {
  const refusals: Diagnostic[] = [];
  for (const each of walked) if (!each.ok && each.isRefused) refusals.push(...each.answer.diagnostics);
  for (const each of removals) if (each.by === "failed" && each.isRefused) refusals.push(...each.diagnostics);
  return refusals;
}

/**
 * Returns the resources that could not be planned or must not be touched, by URN. A resource of a collection member
 * that no longer exists has not failed.
 */
function failedResources(
  { walked, held, childrenOf }: LeftAloneFacts,
  heldBack: ReadonlySet<Diagnostic>,
): Map<string, Reason | undefined> {
  const failed = new Map<string, Reason | undefined>();
  for (const urn of held.keys()) failed.set(urn, undefined);
  const unanswered = walked.filter(({ answer }) => !answer.ok && answer.diagnostics.length > 0);
  // A component may be planned although its outputs failed: it comes last.
  const urns = unanswered
    .toSorted((a, b) => Number(a.ok) - Number(b.ok))
    .map(({ registration }) => registration.urn);
  for (const { ok, registration, answer } of unanswered) {
    const { urn } = registration;
    if (ok || answer.ok || failed.has(urn)) continue;
    const { diagnostics } = answer;
    const isHeld = diagnostics.every((each) => heldBack.has(each));
    const needs = () => new Set([...expectedNeeds(registration, childrenOf)].map((need) => need.urn));
    failed.set(urn, isHeld ? undefined : failureOf(urn, diagnostics, urns, needs));
  }
  return failed;
}

function failureOf(
  urn: string,
  diagnostics: readonly Diagnostic[],
  failed: readonly string[],
  needs: () => ReadonlySet<string>,
): Reason {
  const isOwn = diagnostics.some(({ resource }) => resource === urn);
  const needed = isOwn ? new Set<string>() : needs();
  const of = failed.find((each) => needed.has(each));
  return of === undefined ? providerFailed(diagnostics) : { kind: "needs-failed", of };
}

function providerFailed(diagnostics: readonly Diagnostic[]): Reason {
  return { kind: "provider-failed", why: diagnostics.map(({ detail }) => detail) };
}

/**
 * Returns the dependencies that a resource requires. A component in state need not be recorded again for its children.
 */
function bindingNeeds(
  walked: WalkedResource,
  state: SnapshotIndex,
  predicted: PredictedValues,
): readonly string[] {
  const needs = walked.needs.filter(
    ({ kind, to }) => !(kind === "parent" && to.kind === "component" && state.byUrn.has(to.urn)),
  );
  return needsOf({ ...walked, needs }, predicted);
}

function leavingObject(removal: WalkedRemoval | FailedRemoval): LeavingObject {
  const place = { key: keyOf(removal), urn: removal.row.urn };
  if (removal.by !== "failed") return { ...place, goesWith: removal.goesWith };
  return { ...place, failed: providerFailed(removal.diagnostics) };
}

function keyOf({ row, object }: Pick<WalkedRemoval, "row" | "object">): string {
  return objectKey(row.rid, object.generation);
}

function recordedNeeds(urn: string, state: SnapshotIndex): readonly string[] {
  const row = state.byUrn.get(urn);
  return row === undefined ? [] : [...state.needs(row.rid)].map((rid) => state.urnOf(rid));
}
