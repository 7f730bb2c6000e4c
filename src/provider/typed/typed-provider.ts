import {
  DiagnosticError,
  type Diagnostic,
  type Planned,
  type Stored,
  type ValueObject,
} from "../../model/index.js";
import type {
  Absent,
  ConfiguredProvider,
  CreateRequest,
  DeleteRequest,
  EquivalenceRequest,
  FindRequest,
  Found,
  LogsRequest,
  Outcome,
  PlanRequest,
  ProviderCall,
  Rejected,
  UpdateRequest,
  ValidateRequest,
} from "../contract/index.js";
import type { LogLine, Stats } from "../hook-calls.js";
import type { DefinedResource } from "../resource-type.js";
import { createObject, deleteObject, updateObject } from "./change-object.js";
import { findObjects, logsOf, lookUpObject, readObject, statsOf } from "./read-object.js";
import type { Connection } from "./hook-runner.js";
import { isEquivalentField, withDefaults } from "./input-changes.js";
import { planResource } from "./plan-resource.js";
import { validateInputs } from "./validate-inputs.js";

/** The definitions of a provider with one configuration and its client. */
export class TypedProvider implements ConfiguredProvider {
  readonly #connection: Connection;
  readonly #resources: (call: ProviderCall, type: string) => DefinedResource | Rejected;

  constructor(
    connection: Connection,
    resources: (call: ProviderCall, type: string) => DefinedResource | Rejected,
  ) {
    this.#connection = connection;
    this.#resources = resources;
  }

  get ready(): boolean {
    return this.#connection.ready;
  }

  plan(call: ProviderCall, request: PlanRequest): Promise<Planned | Rejected> {
    return this.#asking(call, request.type, (defined) => planResource(call, defined, this.#connection, request));
  }

  isEquivalent({ type, field, before, after }: EquivalenceRequest): boolean {
    return isEquivalentField(this.#defined(type), field, before, after);
  }

  async validate(call: ProviderCall, { type, inputs, prior }: ValidateRequest): Promise<readonly Diagnostic[]> {
    const defined = this.#resources(call, type);
    if ("kind" in defined) return defined.diagnostics;
    return validateInputs(call, defined, this.#connection, inputs, prior && completed(defined, prior));
  }

  create(call: ProviderCall, request: CreateRequest): Promise<Outcome> {
    return this.#acting(call, request.type, (defined) => createObject(call, defined, this.#connection, request));
  }

  update(call: ProviderCall, request: UpdateRequest): Promise<Outcome> {
    return this.#acting(call, request.prior.type, (defined) => {
      const prior = completed(defined, request.prior);
      return updateObject(call, defined, this.#connection, { ...request, prior });
    });
  }

  delete(call: ProviderCall, request: DeleteRequest): Promise<Outcome> {
    return this.#acting(call, request.prior.type, (defined) => {
      const prior = completed(defined, request.prior);
      return deleteObject(call, defined, this.#connection, { ...request, prior });
    });
  }

  read(call: ProviderCall, { prior }: { readonly prior: Stored }): Promise<Found | Absent | Rejected> {
    return this.#asking(call, prior.type, (defined) => readObject(call, defined, this.#connection, prior));
  }

  lookup(
    call: ProviderCall,
    { type, id }: { readonly type: string; readonly id: string },
  ): Promise<Found | Absent | Rejected> {
    return this.#asking(call, type, (defined) => lookUpObject(call, defined, this.#connection, id));
  }

  canFind(type: string): boolean {
    return this.#defined(type).find !== undefined;
  }

  find(call: ProviderCall, request: FindRequest): Promise<readonly Found[] | Rejected> {
    return this.#asking(call, request.type, (defined) => findObjects(call, defined, this.#connection, request));
  }

  logs(call: ProviderCall, request: LogsRequest): AsyncIterable<LogLine> | undefined {
    const defined = this.#defined(request.prior.type);
    return logsOf(call, defined, this.#connection, { ...request, prior: completed(defined, request.prior) });
  }

  stats(call: ProviderCall, { prior }: { readonly prior: Stored }): Promise<Stats | Rejected> | undefined {
    const defined = this.#defined(prior.type);
    return statsOf(call, defined, this.#connection, completed(defined, prior));
  }

  async close(): Promise<void> {}
}
