import type { Journal } from "../../../apply/index.js";
import {
  DiagnosticError,
  stripSecrets,
  type ObjectRow,
  type PackageRecord,
  type Planned,
  type Registration,
  type ResourceRow,
  type Stored,
  type ValueObject,
} from "../../../model/index.js";
import { areRecorded } from "../../../plan/index.js";
import type { Evaluator } from "../../../program/index.js";
import type { ConfiguredProvider, ProviderCall } from "../../../provider/contract/index.js";
import { accepted } from "../../providers/accepted.js";
import type { AppliedRows } from "../applied-rows.js";
import type { ApplyProviders } from "../apply-providers.js";
import { valueOf, type Asked } from "../../facts/asked.js";
import type { ProviderPool } from "../../providers/provider-pool.js";
import { lookupRequest } from "../../facts/lookup-request.js";
import { notFound } from "../../facts/resource-problem.js";
import type { PriorState } from "../../facts/prior-state.js";
import type { WalkedResource } from "../../facts/walked.js";

export interface StateStepPorts {
  readonly rows: AppliedRows;
  readonly providers: ApplyProviders;
  readonly evaluator: Evaluator;
  readonly pool: ProviderPool;
  readonly journal: Journal;
  readonly call: (urn: string) => ProviderCall;
  /** The time, in ISO 8601. */
  readonly now: () => string;
}

/** The steps that change only state. They do not change any object. */
export class StateSteps {
  readonly #ports: StateStepPorts;

  constructor(ports: StateStepPorts) {
    this.#ports = ports;
  }

  /** Records options, edges, names and the spelling of inputs, or a new component. Returns the recorded inputs. */
  async record(walked: WalkedResource, asked: Asked): Promise<ValueObject> {
    const { rows, pool } = this.#ports;
    const { registration, prior, planned } = walked;
    const row = rows.resourceRow(walked, asked.options);
    const inputs = planned?.inputs ?? asked.inputs;
    const object = rows.recordedObject(walked, row.rid, { ...asked, inputs });
    const managed =
      registration.kind === "provider"
        ? { package: accepted(await pool.packageOf(registration)).record }
        : {};
    await this.#put(prior === undefined ? "made" : "bookkeeping", row, { ...object, ...managed });
    return inputs;
  }

  /** Returns the current properties of an object that the stack only reads. */
  async read(walked: WalkedResource, asked: Asked): Promise<Stored> {
    const { registration, observed, prior } = walked;
    const { provider, record } = await this.#ports.providers.providerFor(walked);
    const stored =
      observed === undefined || observed === "absent"
        ? await this.#lookup(registration, asked, provider)
        : observed;
    const rows = this.#found(walked, asked, stored, record);
    if (prior === undefined || !areRecorded(rows, prior)) await this.#put("read", rows.row, rows.object);
    return stored;
  }

  /**
   * Adopts an object as it was found at planning time. If no update follows, its inputs are recorded as the program
   * spells them.
   */
  async adopt(
    walked: WalkedResource,
    asked: Asked,
    { planned, record }: { readonly planned: Planned; readonly record: PackageRecord },
    isUpdated: boolean,
  ): Promise<PriorState> {
    const found = walked.observed as Stored;
    const stored = isUpdated ? found : { ...found, inputs: planned.inputs };
    const { row, object } = this.#found(walked, asked, stored, record);
    const at = this.#ports.now();
    const adopted = { ...object, createdAt: at, modifiedAt: at };
    await this.#put("imported", row, adopted);
    return { row, object: adopted, stored, baseline: stored.outputs };
  }

  /**
   * Returns the rows of an object that a provider found. They replace the row of an object that was only read until
   * now.
   */
  #found(walked: WalkedResource, asked: Asked, stored: Stored, record: PackageRecord) {
    const { rows } = this.#ports;
    const row = rows.resourceRow(walked, asked.options);
    const provider = rows.providerOf(walked);
    const object: ObjectRow = {
      rid: row.rid,
      generation: walked.prior?.object.generation ?? rows.nextGeneration(row.rid),
      status: "current",
      package: record,
      ...(provider !== undefined && { provider }),
      edges: rows.edges(asked),
      stored,
      baseline: stored.outputs,
    };
    return { row, object };
  }

  async #lookup(registration: Registration, asked: Asked, provider: ConfiguredProvider): Promise<Stored> {
    const { evaluator, call } = this.#ports;
    const { urn, externalId } = registration;
    const id = stripSecrets((await valueOf(externalId!, evaluator)).value) as string;
    const found = accepted(await provider.lookup(call(urn), lookupRequest(registration, id, asked)));
    if (found.kind === "absent") throw new DiagnosticError(notFound(registration, id));
    return found.stored;
  }

  async #put(what: string, row: ResourceRow, object: ObjectRow): Promise<void> {
    const { rows, journal } = this.#ports;
    await journal.append({
      event: { kind: "recorded", what },
      changes: [
        { put: "resource", row },
        { put: "object", row: object },
      ],
    });
    rows.put(row.urn, { row, object });
  }
}
