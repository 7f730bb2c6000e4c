import {
  DiagnosticError,
  identicalValues,
  isKnown,
  packageKey,
  type ObjectRow,
  type PackageRecord,
  type Planned,
  type ResourceRow,
  type Stored,
  type ValueObject,
} from "../../model/index.js";
import type { Evaluator } from "../../program/index.js";
import type {
  ConfiguredProvider,
  LoadedPackage,
  PlanRequest,
  ProviderCall,
} from "../../provider/contract/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import { refusePlanned } from "../facts/ephemeral-sinks.js";
import { objectSeed, type SeedPort } from "../facts/object-seed.js";
import { accepted } from "../providers/accepted.js";
import { askedFor, type Asked } from "../facts/asked.js";
import type { ProviderPool } from "../providers/provider-pool.js";
import { withSecretOutputs } from "../providers/secret-outputs.js";
import type { PriorState } from "../facts/prior-state.js";
import type { WalkedResource } from "../facts/walked.js";

export interface ApplyProviderPorts {
  /** State at planning time. */
  readonly state: SnapshotIndex;
  readonly seed: SeedPort;
  readonly call: (urn: string, timeoutMs?: number) => ProviderCall;
  readonly recordedProvider: (row: ResourceRow, object: ObjectRow) => Promise<ConfiguredProvider>;
}

/** The object that a change is planned against. */
export type PlannedAgainst = Pick<PriorState, "stored" | "baseline">;

/** Provider calls that apply makes before a change: planning again with known values, and validation. */
export class ApplyProviders {
  readonly #pool: ProviderPool;
  readonly #ports: ApplyProviderPorts;
  readonly #evaluator: Evaluator;
  /** The inputs of new objects that were validated before the old objects were deleted, by URN. */
  readonly #validated = new Map<string, ValueObject>();

  constructor(pool: ProviderPool, ports: ApplyProviderPorts, evaluator: Evaluator) {
    this.#pool = pool;
    this.#ports = ports;
    this.#evaluator = evaluator;
  }

  /** Validates the new object before the old one is deleted, if its values are known by then. */
  async validateReplacement(walked: WalkedResource, asked: Asked | undefined): Promise<void> {
    const { provider } = asked === undefined ? walked.provider! : await this.providerFor(walked);
    const planned =
      asked === undefined ? walked.planned : await this.planNow(walked, asked, provider, undefined);
    if (planned === undefined || !isKnown(planned.inputs)) return;
    const { urn } = walked.registration;
    await this.validate(walked, provider, planned, undefined);
    this.#validated.set(urn, planned.inputs);
  }

  /** Validates the inputs of a create or update. Skipped if they were validated before a delete. */
  async validate(
    { registration }: WalkedResource,
    provider: ConfiguredProvider,
    planned: Planned,
    prior: Stored | undefined,
  ): Promise<void> {
    const { urn, type } = registration;
    const { inputs } = planned;
    const checked = prior === undefined ? this.#validated.get(urn) : undefined;
    if (checked !== undefined && identicalValues(checked, inputs)) return;
    const found = await provider.validate(this.#ports.call(urn), { type, inputs, prior });
    const [first, ...rest] = found;
    if (first !== undefined) throw new DiagnosticError(first, ...rest);
  }

  /**
   * Returns the provider's plan for the actual values. Reuses the original plan if the values match it, unless the provider had
   * no configuration when it was made.
   */
  async planNow(
    walked: WalkedResource,
    asked: Asked,
    provider: ConfiguredProvider,
    against: PlannedAgainst | undefined,
  ): Promise<Planned> {
    const { registration, planned, inputs, observed } = walked;
    const isFinal = planned !== undefined && planned.deferred === undefined && isKnown(inputs);
    if (isFinal && identicalValues(inputs, asked.inputs)) return planned;
    const { urn, type, options } = registration;
    const request: PlanRequest = {
      mode: against === undefined ? "create" : "update",
      type,
      inputs: asked.inputs,
      prior: against?.stored,
      baseline: against?.baseline,
      observed: against === undefined || observed === "absent" ? undefined : observed,
      replaceOnChanges: options.replaceOnChanges ?? [],
      ignoreChanges: options.ignoreChanges ?? [],
      timeouts: options.customTimeouts,
      seed: objectSeed(urn, against === undefined ? "next" : "current", this.#ports.state, this.#ports.seed),
    };
    const now = accepted(await provider.plan(this.#ports.call(urn), request));
    refusePlanned(registration, asked.inputs, now);
    return now;
  }

  /** Returns the provider for the declared resource. Configures it now if that was not possible at planning time. */
  async providerFor(
    walked: WalkedResource,
  ): Promise<{ provider: ConfiguredProvider; record: PackageRecord }> {
    const { registration, providedBy } = walked;
    const pooled = walked.provider!;
    const { loaded } = pooled;
    if (pooled.provider.ready || providedBy === undefined)
      return { provider: pooled.provider, record: loaded.record };
    const { inputs } = await askedFor(providedBy, this.#evaluator);
    const source = { key: `${providedBy.urn} now`, urn: providedBy.urn, config: inputs };
    const now = accepted(await this.#pool.configured(this.#ports.call(registration.urn), loaded, source));
    const { additionalSecretOutputs } = registration.options;
    return { provider: withSecretOutputs(now.provider, additionalSecretOutputs), record: loaded.record };
  }

  /**
   * Returns the provider that manages the existing object. It differs from the current one if the resource changed
   * providers or is not touched.
   */
  async formerProvider(walked: WalkedResource): Promise<ConfiguredProvider> {
    const { row, object } = walked.prior!;
    const isOther =
      walked.provider === undefined ||
      isOtherVersion(object, walked.provider.loaded) ||
      walked.decision.reasons.some(({ kind }) => kind === "managed-differently");
    return isOther ? this.#ports.recordedProvider(row, object) : (await this.providerFor(walked)).provider;
  }
}

/** True if another version of the package made an object and can still be called. */
function isOtherVersion({ package: made }: ObjectRow, { choosesVersions, record }: LoadedPackage): boolean {
  return choosesVersions === true && made !== undefined && packageKey(made) !== packageKey(record);
}
