import type { Slot } from "../../../apply/index.js";
import { DiagnosticError, type PackageRecord, type Planned, type Stored } from "../../../model/index.js";
import {
  decideAgain,
  decideFirstDelete,
  isDecidedAgain,
  isTriggered,
  type BrokenPremise,
  type SettledChange,
} from "../../../plan/index.js";
import type { ConfiguredProvider } from "../../../provider/contract/index.js";
import type { SnapshotIndex } from "../../../state/index.js";
import type { Asked } from "../../facts/asked.js";
import { priorFacts } from "../../facts/prior-state.js";
import { differencesInState } from "../../facts/recorded-of.js";
import type { WalkedResource } from "../../facts/walked.js";
import { stepStopped } from "../apply-problem.js";
import type { ApplyProviders, PlannedAgainst } from "../apply-providers.js";
import type { Predictions } from "../predictions.js";
import type { RunningSteps } from "./running-steps.js";
import type { StepAnswers } from "./step-answers.js";
import type { StepOrder } from "./step-order.js";

export interface KnownChangePorts {
  readonly resources: ReadonlyMap<string, WalkedResource>;
  readonly state: SnapshotIndex;
  readonly providers: ApplyProviders;
  readonly answers: StepAnswers;
  readonly running: RunningSteps;
  readonly order: StepOrder;
  readonly predictions: Predictions;
  /** The values that depend on predicted outputs, by URN and field. */
  readonly predicted: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * The action that the known values of a planned change require, and the provider's plan for it against the existing
 * object.
 */
export interface KnownChange extends SettledChange {
  /** Absent for a replacement that was certain at planning time. */
  readonly known?: {
    readonly planned: Planned;
    readonly provider: ConfiguredProvider;
    readonly record: PackageRecord;
  };
}

/** Decides planned changes of existing objects again once their values are known. */
export class KnownChanges {
  readonly #ports: KnownChangePorts;
  /** Decisions about replacements. Several deletes of a cascade may need the same one. */
  readonly #begun = new Map<string, Promise<KnownChange>>();
  readonly #known = new Map<string, KnownChange>();
  /** The declared inputs of those replacements. */
  readonly #asked = new Map<string, Asked>();
  /** Replacements whose delete was skipped because their dependency is kept. */
  readonly #putOff = new Set<string>();

  constructor(ports: KnownChangePorts) {
    this.#ports = ports;
  }

  /**
   * Returns the action that a planned change requires now. `isMissed`: some values differ because of a missed
   * prediction.
   */
  again(walked: WalkedResource, asked: Asked, isMissed: boolean): Promise<KnownChange> {
    switch (walked.decision.action) {
      case "replace":
        return this.#replacement(walked, asked, isMissed);
      case "import":
        return this.#adoption(walked, asked);
      default:
        return this.#change(walked, asked);
    }
  }

  /** True if the delete of this resource was skipped. */
  isPutOff(urn: string): boolean {
    return this.#putOff.has(urn);
  }

  /** True if an object must be deleted before its successor is created. */
  async mustGo(walked: WalkedResource, slot: Slot): Promise<boolean> {
    const { registration, needs, decision, inputs, options } = walked;
    const { urn } = registration;
    const { answers, running, resources, predictions } = this.#ports;
    const predicted = this.#ports.predicted.get(urn);
    const begun = this.#begun.get(urn);
    const known = begun && (this.#known.get(urn) ?? (await slot.waitOutside(begun)));
    const isWaiting = known === undefined && needs.some(({ to }) => answers.isOpen(to.urn));
    const sources = isWaiting ? this.#sources(walked) : [];
    const goes = new Map<string, boolean>();
    let again = known?.action;
    let asked: Asked | undefined;
    let broken: readonly BrokenPremise[] | undefined;
    let isMissed = false;
    for (;;) {
      const verdict = decideFirstDelete({
        decision,
        inputs,
        options,
        predicted,
        broken,
        again,
        isWaiting,
        sources: sources.map((each) => ({ ...each, goes: goes.get(each.urn) })),
      });
      if (verdict.kind === "stop") throw new DiagnosticError(stepStopped(registration, verdict));
      if (verdict.kind === "put-off") this.#putOff.add(urn);
      if (verdict.kind !== "find") return verdict.kind === "goes";
      switch (verdict.fact) {
        case "broken": {
          asked = await running.asked(registration, slot);
          const parted = predictions.part(walked, asked);
          broken = parted.broken;
          isMissed = parted.missed.length > 0;
          break;
        }
        case "again":
          again = (await this.#replacement(walked, asked!, isMissed)).action;
          break;
        case "source":
          goes.set(verdict.urn, await this.mustGo(resources.get(verdict.urn)!, slot));
      }
    }
  }

  /**
   * Validates the new object as far as possible before anything is deleted for it. Before the first delete of a
   * cascade, all new objects of the cascade are validated.
   */
  async validate({ registration: { urn } }: WalkedResource): Promise<void> {
    const { order, resources, providers } = this.#ports;
    for (const each of [...order.behind(urn), urn]) {
      const other = resources.get(each);
      const isGoing = other?.decision.action === "replace" && this.#isReplaced(each);
      if (isGoing) await providers.validateReplacement(other, this.#asked.get(each));
    }
  }

  #replacement(walked: WalkedResource, asked: Asked, isMissed: boolean): Promise<KnownChange> {
    const { urn } = walked.registration;
    const begun = this.#begun.get(urn) ?? this.#lookAgain(walked, asked, isMissed);
    this.#begun.set(urn, begun);
    this.#asked.set(urn, asked);
    return begun;
  }

  async #lookAgain(walked: WalkedResource, asked: Asked, isMissed: boolean): Promise<KnownChange> {
    // The plan for the new object does not apply to the existing one.
    const change = isDecidedAgain(walked, isMissed)
      ? await this.#change({ ...walked, planned: undefined }, asked)
      : certain;
    this.#known.set(walked.registration.urn, change);
    return change;
  }

  async #change(walked: WalkedResource, asked: Asked): Promise<KnownChange> {
    const { registration, decision, origin, globalId, formerUrn } = walked;
    const prior = walked.prior!;
    const known = await this.#planNow(walked, asked, prior);
    const { planned } = known;
    const recorded = { ...asked, origin, globalId, formerUrn };
    const change = decideAgain({
      decision,
      prior: priorFacts(prior),
      planned,
      isTriggered: isTriggered(prior.row.options, asked.options),
      isReplaced: (urn) => this.#isReplaced(urn),
      bookkeeping: differencesInState(registration, prior, recorded, planned.inputs, this.#ports.state),
      deleteBeforeReplace: registration.options.deleteBeforeReplace,
    });
    return { ...change, known };
  }

  /** Plans against the object as it was found at planning time. */
  async #adoption(walked: WalkedResource, asked: Asked): Promise<KnownChange> {
    const stored = walked.observed as Stored;
    const known = await this.#planNow(walked, asked, { stored, baseline: stored.outputs });
    const change = decideAgain({
      decision: walked.decision,
      prior: { kind: "custom", status: "current" },
      planned: known.planned,
      isTriggered: false,
      isReplaced: (urn) => this.#isReplaced(urn),
      bookkeeping: [],
    });
    return { ...change, known };
  }

  async #planNow(walked: WalkedResource, asked: Asked, against: PlannedAgainst) {
    const { providers } = this.#ports;
    const { provider, record } = await providers.providerFor(walked);
    return { planned: await providers.planNow(walked, asked, provider, against), provider, record };
  }

  /** True if a resource is replaced, as far as is known. A planned replacement counts until it is decided again. */
  #isReplaced(urn: string): boolean {
    return (this.#known.get(urn) ?? certain).action === "replace";
  }

  /** The pending replacements and creates that unknown values come from, directly or indirectly. */
  #sources({ needs }: WalkedResource) {
    const { answers, resources } = this.#ports;
    const open = new Set(needs.map(({ to }) => to.urn).filter((urn) => answers.isOpen(urn)));
    const sources: { readonly urn: string; readonly action: WalkedResource["decision"]["action"] }[] = [];
    for (const urn of open) {
      const walked = resources.get(urn);
      if (walked === undefined) continue;
      const { kind } = walked.registration;
      const { action } = walked.decision;
      if (kind === "custom" && (action === "replace" || action === "create")) sources.push({ urn, action });
      else for (const { to } of walked.needs) if (answers.isOpen(to.urn)) open.add(to.urn);
    }
    return sources;
  }
}

const certain: KnownChange = { action: "replace" };
