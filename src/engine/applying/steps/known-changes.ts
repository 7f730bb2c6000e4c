import type { Slot } from "../../../apply/index.js";
import { DiagnosticError, isKnown, type PackageRecord, type Planned } from "../../../model/index.js";
import { decideAgain, isCertain, isTriggered, type SettledAction } from "../../../plan/index.js";
import type { ConfiguredProvider } from "../../../provider/contract/index.js";
import type { SnapshotIndex } from "../../../state/index.js";
import type { Asked } from "../../facts/asked.js";
import { priorFacts } from "../../facts/prior-state.js";
import { differencesInState } from "../../facts/recorded-of.js";
import type { WalkedResource } from "../../facts/walked.js";
import { otherAction } from "../apply-problem.js";
import type { ApplyProviders } from "../apply-providers.js";
import { checkPremises } from "./check-premises.js";
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
}

/** What is performed for a planned update or replacement, and the provider's plan for it against the existing object. */
export interface KnownChange {
  readonly action: SettledAction;
  /** Absent for a replacement that was never in doubt. */
  readonly known?: {
    readonly planned: Planned;
    readonly provider: ConfiguredProvider;
    readonly record: PackageRecord;
  };
}

/**
 * The planned changes of existing objects, decided again once their values are known: the plan counts an unknown value
 * as a change, and apply performs less where it turns out to be none.
 */
export class KnownChanges {
  readonly #ports: KnownChangePorts;
  /** Of replacements. Several deletes of a cascade may ask for the same one. */
  readonly #begun = new Map<string, Promise<KnownChange>>();
  readonly #known = new Map<string, KnownChange>();
  /** What the program asks for with those. */
  readonly #asked = new Map<string, Asked>();
  /** Replacements whose delete was left out because what they depend on stays. */
  readonly #putOff = new Set<string>();

  constructor(ports: KnownChangePorts) {
    this.#ports = ports;
  }

  /** What an update has to do. Throws if the known values ask for a replacement. */
  async update(walked: WalkedResource, asked: Asked): Promise<KnownChange> {
    const { registration, prior } = walked;
    const { provider, record } = await this.#ports.providers.providerFor(walked);
    const planned = await this.#ports.providers.planNow(walked, asked, provider, prior!.stored);
    const { ok, action } = this.#decide(walked, asked, planned);
    if (!ok) throw new DiagnosticError(otherAction(registration, "an update", "a replacement"));
    return { action, known: { planned, provider, record } };
  }

  /** What a replacement has to do to an object that has not been deleted. */
  async replacement(walked: WalkedResource, asked: Asked): Promise<KnownChange> {
    const { registration } = walked;
    const change = await this.#replacement(walked, asked);
    if (change.action === "replace" && this.#putOff.has(registration.urn))
      throw new DiagnosticError(
        otherAction(registration, "that its object stays", "a replacement that deletes it first"),
      );
    return change;
  }

  /**
   * Whether an object has to be deleted before its successor is created. In a cascade the successors' values are not
   * known yet: then an object goes if one goes that its values come from.
   */
  async mustGo(walked: WalkedResource, slot: Slot): Promise<boolean> {
    const { registration, options, inputs, decision } = walked;
    const begun = this.#begun.get(registration.urn);
    if (begun !== undefined)
      return isReplaced(this.#known.get(registration.urn) ?? (await slot.waitOutside(begun)));
    if (!walked.needs.some(({ to }) => this.#ports.answers.isOpen(to.urn))) {
      const asked = await this.#ports.running.asked(registration, slot);
      checkPremises(walked, asked);
      return isReplaced(await this.#replacement(walked, asked));
    }
    if (isCertain(decision, inputs, isKnown(options.replaceTrigger))) return true;
    const sources = this.#sources(walked);
    for (const source of sources)
      if (source.decision.action !== "replace" || (await this.mustGo(source, slot))) return true;
    if (sources.length > 0) this.#putOff.add(registration.urn);
    return sources.length === 0;
  }

  /**
   * Before anything is deleted for it, the new object must pass every check that is possible now; and before the
   * first delete of a cascade, all the new ones must.
   */
  async validate({ registration: { urn } }: WalkedResource): Promise<void> {
    const { order, resources, providers } = this.#ports;
    for (const each of [...order.behind(urn), urn]) {
      const other = resources.get(each);
      const isGoing = other?.decision.action === "replace" && isReplaced(this.#known.get(each) ?? certain);
      if (isGoing) await providers.validateReplacement(other, this.#asked.get(each));
    }
  }

  #replacement(walked: WalkedResource, asked: Asked): Promise<KnownChange> {
    const { urn } = walked.registration;
    const begun = this.#begun.get(urn) ?? this.#lookAgain(walked, asked);
    this.#begun.set(urn, begun);
    this.#asked.set(urn, asked);
    return begun;
  }

  async #lookAgain(walked: WalkedResource, asked: Asked): Promise<KnownChange> {
    const { registration, prior, inputs, options, decision } = walked;
    const isFollowing = decision.reasons.some(
      (reason) => reason.kind === "forced" && reason.of !== undefined,
    );
    const isOpen = !isKnown(inputs) || !isKnown(options.replaceTrigger) || isFollowing;
    const change = isOpen ? await this.#planAgain(walked, asked, prior!.stored) : certain;
    this.#known.set(registration.urn, change);
    return change;
  }

  async #planAgain(
    walked: WalkedResource,
    asked: Asked,
    prior: NonNullable<WalkedResource["prior"]>["stored"],
  ): Promise<KnownChange> {
    if (walked.decision.reasons.some(({ kind }) => kind === "managed-differently" || kind === "repeated"))
      return certain;
    const { provider, record } = await this.#ports.providers.providerFor(walked);
    const planned = await this.#ports.providers.planNow(asKept(walked), asked, provider, prior);
    const { action } = this.#decide(walked, asked, planned);
    return { action, known: { planned, provider, record } };
  }

  #decide(walked: WalkedResource, asked: Asked, planned: Planned) {
    const { registration, prior, decision, origin, globalId, formerUrn } = walked;
    const recorded = { ...asked, origin, globalId, formerUrn };
    return decideAgain({
      decision,
      prior: priorFacts(prior!),
      planned,
      isTriggered: isTriggered(prior!.row.options, asked.options),
      isReplaced: (urn) => isReplaced(this.#known.get(urn) ?? certain),
      bookkeeping: differencesInState(registration, prior, recorded, planned.inputs, this.#ports.state),
    });
  }

  /** The changes that unknown values come from, near or far: replacements and creations that have not been performed. */
  #sources({ needs }: WalkedResource): readonly WalkedResource[] {
    const { answers, resources } = this.#ports;
    const open = new Set(needs.map(({ to }) => to.urn).filter((urn) => answers.isOpen(urn)));
    const sources: WalkedResource[] = [];
    for (const urn of open) {
      const walked = resources.get(urn);
      const { kind } = walked?.registration ?? {};
      if (walked === undefined) continue;
      if (kind === "custom" && (walked.decision.action === "replace" || walked.decision.action === "create"))
        sources.push(walked);
      else for (const { to } of walked.needs) if (answers.isOpen(to.urn)) open.add(to.urn);
    }
    return sources;
  }
}

const certain: KnownChange = { action: "replace" };

function isReplaced({ action }: KnownChange): boolean {
  return action === "replace";
}

/** What was planned for the new object says nothing about the existing one. */
function asKept(walked: WalkedResource): WalkedResource {
  return { ...walked, planned: undefined };
}
