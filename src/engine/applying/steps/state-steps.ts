import type { Journal } from "../../../apply/index.js";
import {
  DiagnosticError,
  stripSecrets,
  type ObjectRow,
  type Registration,
  type ResourceRow,
  type Stored,
  type ValueObject,
} from "../../../model/index.js";
import type { Evaluator } from "../../../program/index.js";
import type { ConfiguredProvider, ProviderCall } from "../../../provider/contract/index.js";
import { accepted } from "../../providers/accepted.js";
import type { AppliedRows } from "../applied-rows.js";
import type { ApplyProviders } from "../apply-providers.js";
import { sameRows } from "../same-rows.js";
import { valueOf, type Asked } from "../../facts/asked.js";
import type { ProviderPool } from "../../providers/provider-pool.js";
import { notFound } from "../../facts/resource-problem.js";
import type { WalkedResource } from "../../facts/walked.js";

export interface StateStepPorts {
  readonly rows: AppliedRows;
  readonly providers: ApplyProviders;
  readonly evaluator: Evaluator;
  readonly pool: ProviderPool;
  readonly journal: Journal;
  readonly call: (urn: string) => ProviderCall;
}

/** The steps that change state alone: nothing is done to the world. */
export class StateSteps {
  readonly #ports: StateStepPorts;

  constructor(ports: StateStepPorts) {
    this.#ports = ports;
  }

  /** Options, edges, names, the spelling of inputs; or a component is made. Returns the inputs that are recorded. */
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

  /** What an object that the stack does not own has now. */
  async read(walked: WalkedResource, asked: Asked): Promise<Stored> {
    const { rows, providers } = this.#ports;
    const { registration, observed, prior } = walked;
    const { provider, record } = await providers.providerFor(walked);
    const stored =
      observed === undefined || observed === "absent" ? await this.#lookup(registration, provider) : observed;
    const row = rows.resourceRow(walked, asked.options);
    const providedBy = rows.providerOf(walked);
    const object: ObjectRow = {
      rid: row.rid,
      generation: prior?.object.generation ?? 1,
      status: "current",
      stored,
      baseline: stored.outputs,
      edges: rows.edges(asked),
      package: record,
      ...(providedBy !== undefined && { provider: providedBy }),
    };
    if (prior === undefined || !sameRows(prior, { row, object })) await this.#put("read", row, object);
    return stored;
  }

  async #lookup(registration: Registration, provider: ConfiguredProvider): Promise<Stored> {
    const { evaluator, call } = this.#ports;
    const { urn, type, externalId } = registration;
    const id = stripSecrets((await valueOf(externalId!, evaluator)).value) as string;
    const found = accepted(await provider.lookup(call(urn), { type, id }));
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
