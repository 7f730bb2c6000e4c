import {
  DiagnosticError,
  type ObjectRow,
  type PackageRecord,
  type ResourceId,
  type ResourceRow,
  type Stored,
} from "../../../model/index.js";
import { decideImport } from "../../../plan/index.js";
import type { Journal, Slot } from "../../../apply/index.js";
import type { Asked } from "../../facts/asked.js";
import { performedAnswer } from "../../facts/planned-answer.js";
import type { WalkedResource } from "../../facts/walked.js";
import type { AppliedRows } from "../applied-rows.js";
import { otherAction } from "../apply-problem.js";
import type { LiveObjects } from "../live-objects.js";
import type { ApplyProviders } from "../apply-providers.js";
import { done, type ResourceSteps, type StepEnd } from "./resource-steps.js";
import type { StepAnswers } from "./step-answers.js";
import type { PriorState } from "../../facts/prior-state.js";

export interface ImportStepPorts {
  readonly rows: AppliedRows;
  readonly live: LiveObjects;
  readonly providers: ApplyProviders;
  readonly answers: StepAnswers;
  readonly resources: ResourceSteps;
  readonly journal: Journal;
  /** The time, in ISO 8601. */
  readonly now: () => string;
}

/** The steps that adopt objects which exist. */
export class ImportSteps {
  readonly #ports: ImportStepPorts;

  constructor(ports: ImportStepPorts) {
    this.#ports = ports;
  }

  /**
   * The object becomes the resource's as it was found, and that is durable before anything is done to it. A run
   * that ends in between leaves a resource whose inputs differ from the program's: the next plan updates it.
   */
  async adopt(walked: WalkedResource, asked: Asked, slot: Slot): Promise<StepEnd> {
    const { registration } = walked;
    const found = walked.observed as Stored;
    const { provider, record } = await this.#ports.providers.providerFor(walked);
    const row = this.#ports.rows.resourceRow(walked, asked.options);
    const place = { row, object: this.#object(walked, asked, row.rid, record) };
    const planned = await this.#ports.providers.planNow(
      { ...walked, prior: adopted(place, found) },
      asked,
      provider,
      found,
    );
    const now = decideImport(found.id!, planned);
    if (!now.ok) throw new DiagnosticError(otherAction(registration, "an adoption", "a replacement"));
    const stored = now.differs ? found : { ...found, inputs: planned.inputs };
    const prior = adopted(place, stored);
    await this.#put(prior);
    if (now.differs) return this.#ports.resources.update({ ...walked, prior, planned }, asked, slot);
    this.#ports.answers.settle(registration.urn, performedAnswer(registration, stored));
    return done;
  }

  #object(walked: WalkedResource, asked: Asked, rid: ResourceId, record: PackageRecord): ObjectPlace {
    const { rows, now } = this.#ports;
    const time = now();
    const provider = rows.providerOf(walked);
    return {
      rid,
      // What was only read has an object already, which this one takes the place of.
      generation: walked.prior?.object.generation ?? rows.nextGeneration(rid),
      status: "current",
      package: record,
      ...(provider !== undefined && { provider }),
      edges: rows.edges(asked),
      createdAt: time,
      modifiedAt: time,
    };
  }

  async #put({ row, object }: PriorState): Promise<void> {
    await this.#ports.journal.append({
      event: { kind: "recorded", what: "imported" },
      changes: [
        { put: "resource", row },
        { put: "object", row: object },
      ],
    });
    this.#ports.rows.put(row.urn, { row, object });
    this.#ports.live.enter(row.urn, object);
  }
}

/** Everything of the object row that was not found. */
type ObjectPlace = Omit<ObjectRow, "stored" | "baseline">;

function adopted(
  { row, object }: { readonly row: ResourceRow; readonly object: ObjectPlace },
  stored: Stored,
): PriorState {
  const baseline = stored.outputs;
  return { row, object: { ...object, stored, baseline }, stored, baseline };
}
