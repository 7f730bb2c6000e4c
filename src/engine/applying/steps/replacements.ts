import { isKnown } from "../../../model/index.js";
import { decide } from "../../../plan/index.js";
import type { ApplyProviders } from "../apply-providers.js";
import type { Asked } from "../../facts/asked.js";
import { priorFacts } from "../../facts/prior-facts.js";
import type { StepOrder } from "./step-order.js";
import { isTriggered } from "../../planning/walk/forced-replacement.js";
import type { WalkedResource } from "../../planning/walk/walked.js";

/**
 * The replacements of a plan, looked at again when their values have come out: a plan takes what it does not know
 * for changed, and an object whose inputs then all turn out to be as they were is kept. Where anything did change
 * the plan is carried out as it was approved.
 */
export class Replacements {
  readonly #providers: ApplyProviders;
  readonly #order: StepOrder;
  readonly #resources: ReadonlyMap<string, WalkedResource>;
  readonly #kept = new Set<string>();

  constructor(providers: ApplyProviders, order: StepOrder, resources: ReadonlyMap<string, WalkedResource>) {
    this.#providers = providers;
    this.#order = order;
    this.#resources = resources;
  }

  isKept(urn: string): boolean {
    return this.#kept.has(urn);
  }

  /** Whether the object that is there has to go. Once it is kept, it stays. */
  async isNeeded(walked: WalkedResource, asked: Asked): Promise<boolean> {
    const { registration, prior, decision, inputs, options } = walked;
    if (this.#kept.has(registration.urn)) return false;
    if (isKnown(inputs) && isKnown(options.replaceTrigger)) return true;
    const isTriggeredNow = isTriggered(prior!.row.options, asked.options);
    const isOpen = decision.reasons.every(
      (reason) =>
        reason.kind === "fields" ||
        reason.kind === "assumed-member" ||
        (reason.kind === "forced" && reason.by === "trigger" && !isTriggeredNow),
    );
    if (!isOpen) return true;
    const { provider } = await this.#providers.providerFor(walked);
    const planned = await this.#providers.planNow(asKept(walked), asked, provider, prior!.stored);
    const facts = { prior: priorFacts(prior!), observed: "present", forced: [], bookkeeping: [] } as const;
    if (decide({ kind: "custom", planned, ...facts }).action !== "same") return true;
    this.#kept.add(registration.urn);
    return false;
  }

  /**
   * Before anything is deleted for it, the new object must pass every check that is possible now; and before the
   * first delete of several that follow from each other, all the new ones must.
   */
  async validate(walked: WalkedResource, asked: Asked | undefined): Promise<void> {
    for (const urn of this.#order.behind(walked.registration.urn)) {
      const other = this.#resources.get(urn);
      if (other?.decision.action === "replace") await this.#providers.validateReplacement(other);
    }
    if (asked === undefined) return this.#providers.validateReplacement(walked);
    const { provider } = await this.#providers.providerFor(walked);
    const planned = await this.#providers.planNow(walked, asked, provider, undefined);
    await this.#providers.validate(walked, provider, planned, undefined);
  }
}

/** A replacement that is none: what was planned for the new object says nothing about the one that is there. */
export function asKept(walked: WalkedResource): WalkedResource {
  return { ...walked, planned: undefined };
}
