import {
  performCreate,
  performUpdate,
  type PerformPorts,
  type Performed,
  type Slot,
} from "../../../apply/index.js";
import {
  DiagnosticError,
  type ObjectRow,
  type Planned,
  type Registration,
  type ResourceRow,
  type RunEvent,
  type StepEnd,
  type StepResult,
} from "../../../model/index.js";
import { isRepeatable, resultOfCall, type Creation } from "../../../plan/index.js";
import type { ConfiguredProvider, ProviderCall } from "../../../provider/contract/index.js";
import type { Asked } from "../../facts/asked.js";
import { groupBy } from "../../../std/group-by.js";
import { performedAnswer } from "../../facts/planned-answer.js";
import type { WalkedResource } from "../../facts/walked.js";
import { accepted } from "../../providers/accepted.js";
import type { AppliedRows } from "../applied-rows.js";
import { brokenPromise, objectLost } from "../apply-problem.js";
import type { ApplyProviders } from "../apply-providers.js";
import type { ComponentOffers } from "../component-offers.js";
import type { LiveObjects } from "../live-objects.js";
import type { PlannedCall, Predictions } from "../predictions.js";
import type { KnownChange, KnownChanges } from "./known-changes.js";
import type { StateSteps } from "./state-steps.js";
import { betweenHooks } from "./step-hooks.js";
import type { StepAnswers } from "./step-answers.js";
import type { StepOrder } from "./step-order.js";

export const done: StepEnd = { result: "done", diagnostics: [] };

export interface ResourceStepPorts {
  readonly resources: ReadonlyMap<string, WalkedResource>;
  readonly rows: AppliedRows;
  readonly answers: StepAnswers;
  readonly providers: ApplyProviders;
  readonly changes: KnownChanges;
  readonly predictions: Predictions;
  readonly live: LiveObjects;
  readonly state: StateSteps;
  readonly offers: ComponentOffers;
  readonly order: StepOrder;
  readonly perform: PerformPorts;
  readonly call: (urn: string, timeoutMs?: number) => ProviderCall;
  readonly emit: (event: RunEvent) => void;
}

/** The steps of declared resources, performed with their actual values. */
export class ResourceSteps {
  readonly #ports: ResourceStepPorts;
  #along: ReturnType<typeof replacedAlong> | undefined;

  constructor(ports: ResourceStepPorts) {
    this.#ports = ports;
  }

  async create(
    walked: WalkedResource,
    asked: Asked,
    { former: by, isReplacement }: { readonly former?: "doom" | "drop"; readonly isReplacement: boolean },
    slot: Slot,
  ): Promise<StepEnd> {
    const { registration } = walked;
    const former = this.#ports.rows.objectOf(registration.urn);
    const { provider, record } = await this.#ports.providers.providerFor(walked);
    const planned = await this.#ports.providers.planNow(walked, asked, provider, undefined);
    await this.#ports.providers.validate(walked, provider, planned, undefined);
    const row = this.#ports.rows.resourceRow(walked, asked.options);
    const { rows } = this.#ports;
    const attempt = (perform: PerformPorts) => {
      const object = {
        rid: row.rid,
        generation: rows.nextGeneration(row.rid),
        package: record,
        provider: rows.providerOf(walked),
        edges: rows.edges(asked),
      };
      const task = {
        resource: row,
        object,
        schemaVersion: planned.schemaVersion ?? 1,
        planned,
        asked: asked.inputs,
        isRepeatable: isRepeatable(planned),
        provider,
        call: this.#ports.call(registration.urn, registration.options.customTimeouts?.create),
        supersedes: former && by && { row: former, by },
        taints: isReplacement ? this.#goingWith(registration) : undefined,
        remains: () => rows.leave(object),
      };
      return performCreate(task, perform);
    };
    const facts = { inputs: planned.inputs, before: former?.stored };
    const { live } = this.#ports;
    const hooked = {
      action: "create",
      urn: registration.urn,
      registration,
      options: asked.options,
      facts,
      slot,
      perform: attempt,
    } as const;
    const performed = await live.creating(creationOf(walked, planned), slot, async (begun) => {
      const made = await betweenHooks(hooked, this.#ports);
      if (made.kind !== "done" && made.kind !== "unfinished") return made;
      if (by === "doom") live.leave(former!);
      live.enter(registration.urn, made.object);
      const deleted = live.wasDeletedSince(made.object, begun);
      if (deleted !== undefined && (await deleted))
        await this.#checkExists(walked, row, made.object, provider);
      return made;
    });
    return this.#performed(walked, row, performed, { planned, isNew: true }, slot);
  }

  /** Throws if an object no longer exists because it was deleted since its create: it must be created again. */
  async #checkExists(
    { registration }: WalkedResource,
    row: ResourceRow,
    object: ObjectRow,
    provider: ConfiguredProvider,
  ): Promise<void> {
    const { call, live, rows, perform } = this.#ports;
    const found = accepted(
      await provider.read(call(registration.urn), { prior: object.stored, mayBeGone: true }),
    );
    if (found.kind === "found") return;
    const owed: ObjectRow = { ...object, status: "owed" };
    live.leave(object);
    rows.put(registration.urn, { row, object: owed });
    await perform.journal.append({
      event: { kind: "recorded", what: "lost" },
      changes: [{ put: "object", row: owed }],
    });
    throw new DiagnosticError(objectLost(registration, object));
  }

  /** Updates the existing object. */
  async update(
    walked: WalkedResource,
    asked: Asked,
    { planned, provider, record }: NonNullable<KnownChange["known"]>,
    slot: Slot,
  ): Promise<StepEnd> {
    const { registration, observed } = walked;
    const prior = walked.prior!;
    await this.#ports.providers.validate(walked, provider, planned, prior.stored);
    const row = this.#ports.rows.resourceRow(walked, asked.options);
    const attempt = (perform: PerformPorts) =>
      performUpdate(
        {
          resource: row,
          object: prior.object,
          prior: prior.stored,
          baseline: prior.baseline,
          ...(observed !== undefined && observed !== "absent" && { observed }),
          planned,
          asked: asked.inputs,
          edges: this.#ports.rows.edges(asked),
          provider,
          package: record,
          providerRid: this.#ports.rows.providerOf(walked),
          call: this.#ports.call(registration.urn, registration.options.customTimeouts?.update),
        },
        perform,
      );
    const facts = { id: prior.stored.id, inputs: planned.inputs, before: prior.stored };
    const hooked = {
      action: "update",
      urn: registration.urn,
      registration,
      options: asked.options,
      facts,
      slot,
      perform: attempt,
    } as const;
    const performed = await betweenHooks(hooked, this.#ports);
    return this.#performed(walked, row, performed, { planned, isNew: false }, slot);
  }

  /** Records the declared inputs in state; the object is unchanged. */
  async record(walked: WalkedResource, asked: Asked, result: StepResult): Promise<StepEnd> {
    const inputs = await this.#ports.state.record(walked, asked);
    if (walked.planned !== undefined) this.#ports.answers.settle(walked.registration.urn, walked.answer);
    else
      void this.#ports.offers
        .answer(walked.registration, inputs)
        .then((answer) => this.#ports.answers.settle(walked.registration.urn, answer));
    return { result, diagnostics: [] };
  }

  /**
   * Adopts an existing object as it was found. The adoption is durable before the object is changed. If the run ends in
   * between, the recorded inputs differ from the program, and the next plan updates the object.
   */
  async adopt(
    walked: WalkedResource,
    asked: Asked,
    known: NonNullable<KnownChange["known"]>,
    isUpdated: boolean,
    slot: Slot,
  ): Promise<StepEnd> {
    const { registration } = walked;
    const prior = await this.#ports.state.adopt(walked, asked, known, isUpdated);
    this.#ports.live.enter(registration.urn, prior.object);
    if (isUpdated) return this.update({ ...walked, prior }, asked, known, slot);
    this.#ports.predictions.noteKept(walked, prior.stored);
    this.#ports.answers.settle(registration.urn, performedAnswer(registration, prior.stored));
    return done;
  }

  async read(walked: WalkedResource, asked: Asked): Promise<StepEnd> {
    const stored = await this.#ports.state.read(walked, asked);
    this.#ports.answers.settle(walked.registration.urn, performedAnswer(walked.registration, stored));
    return done;
  }

  async #performed(
    walked: WalkedResource,
    row: ResourceRow,
    performed: Performed,
    promise: PlannedCall,
    slot: Slot,
  ): Promise<StepEnd> {
    const { registration } = walked;
    if (performed.kind === "done" || performed.kind === "unfinished")
      this.#ports.rows.put(registration.urn, { row, object: performed.object });
    const broken =
      performed.kind === "done"
        ? this.#ports.predictions.brokenBy(walked, promise, performed.object.stored)
        : [];
    const isRead = () => this.#isRead(registration);
    const result = resultOfCall({ outcome: performed.kind, broken, isRead });
    if (performed.kind !== "done") return { result, diagnostics: performed.diagnostics };
    if (result === "failed") {
      await performed.durable;
      const behind = this.#ports.order.behind(registration.urn);
      return { result, diagnostics: [brokenPromise(registration, broken, behind)] };
    }
    const answer = performedAnswer(registration, performed.object.stored);
    this.#ports.answers.settle(registration.urn, answer, performed.durable);
    slot.handOver();
    await performed.durable;
    return done;
  }

  /** The existing objects that must be replaced because this resource is. */
  #goingWith({ urn }: Registration): readonly ObjectRow[] {
    const { resources, rows } = this.#ports;
    this.#along ??= replacedAlong(resources.values());
    return (this.#along.get(urn) ?? []).flatMap(({ along }) => {
      const object = rows.objectOf(along);
      return object?.status === "current" ? [object] : [];
    });
  }

  /** True if another resource was planned with its outputs. Only then can a planned value be broken. */
  #isRead(registration: Registration): boolean {
    return [...this.#ports.resources.values()].some(({ needs }) =>
      needs.some(({ kind, to }) => kind === "input" && to === registration),
    );
  }
}

function creationOf({ registration, provider }: WalkedResource, { inputs }: Planned): Creation {
  const { urn, type } = registration;
  return { urn, type, inputs, identifiedBy: provider!.loaded.package.replaceFields?.(type) ?? [] };
}

/** Returns the resources that are replaced because another is, by the URN of the other. */
function replacedAlong(resources: Iterable<WalkedResource>) {
  const pairs = [...resources].flatMap(({ registration, decision }) => {
    const leaders = decision.reasons.map((reason) => (reason.kind === "forced" ? reason.of : undefined));
    return [...new Set(leaders)].map((of) => ({ along: registration.urn, of }));
  });
  return groupBy(pairs, ({ of }) => of);
}
