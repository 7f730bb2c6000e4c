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
  /** Why some resources must not be touched, by URN. */
  readonly held: ReadonlyMap<string, readonly Diagnostic[]>;
  readonly childrenOf: ChildrenOf;
  /** What the value of an expression came from. */
  readonly dependenciesOf: (expression: Expression) => Dependencies;
  readonly predicted: PredictedValues;
}

/** What a plan leaves alone because it could not be planned or must not be touched, and what is left to be done. */
export class LeftAlone {
  readonly #facts: LeftAloneFacts;
  /** Why resources are left alone. Those of questions that failed are shown as failed; the others are only listed here. */
  readonly because: ReadonlySet<Diagnostic>;
  readonly #failed: Map<string, Reason | undefined>;
  /** What goes ahead, by URN. */
  resources: ReadonlyMap<string, WalkedResource> = new Map();
  removals: readonly WalkedRemoval[] = [];
  #heldBack: HeldBack = nothing;
  /** The URNs of what would have left and stays; what only leaves something behind goes ahead itself. */
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

  /** Whether nothing is done to a resource of state, so that it goes on needing what it needs. */
  has(urn: string): boolean {
    return this.#heldBack.resources.has(urn) || this.#staying.has(urn);
  }

  /** Those of them that are in state. */
  get rids(): ReadonlySet<ResourceId> {
    const { byUrn } = this.#facts.state;
    const urns = [...this.#heldBack.resources.keys(), ...this.#staying];
    return new Set(urns.flatMap((urn) => byUrn.get(urn)?.rid ?? []));
  }

  /** Replacements that something left alone would have to take part in are left alone too. */
  addBlocked(blocked: readonly BlockedReplacement[]): void {
    for (const { row, by } of blocked) {
      const of = by.find((urn) => this.#heldBack.resources.get(urn) !== undefined || this.#staying.has(urn));
      this.#failed.set(row.urn, of === undefined ? undefined : { kind: "needed-by-failed", of });
    }
    this.#hold();
  }

  /** Everything as the plan shows it: the resources of the program in its order, then what leaves. */
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

  /** Whether an object that would have left stays. */
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

/** Why providers do not delete objects, whatever code they say it with. */
function refusalsIn({ walked, removals }: LeftAloneFacts): readonly Diagnostic[] {
  const refusals: Diagnostic[] = [];
  for (const each of walked) if (!each.ok && each.isRefused) refusals.push(...each.answer.diagnostics);
  for (const each of removals) if (each.by === "failed" && each.isRefused) refusals.push(...each.diagnostics);
  return refusals;
}

/** What could not be planned and must not be touched, by URN. A member that is none any more has not failed. */
function failedResources(
  { walked, held, childrenOf }: LeftAloneFacts,
  heldBack: ReadonlySet<Diagnostic>,
): Map<string, Reason | undefined> {
  const failed = new Map<string, Reason | undefined>();
  for (const urn of held.keys()) failed.set(urn, undefined);
  const unanswered = walked.filter(({ answer }) => !answer.ok && answer.diagnostics.length > 0);
  // A component may have failed to answer and be planned all the same: it comes last.
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

/** What a resource cannot do without. A component that is in state need not be recorded anew for its children. */
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
