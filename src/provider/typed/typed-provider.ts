import {
  DiagnosticError,
  isDiagnosticError,
  isProviderType,
  type Diagnostic,
  type Planned,
  type PlannedDelete,
  type Stored,
} from "../../model/index.js";
import type {
  Absent,
  ConfiguredProvider,
  CreateRequest,
  DeleteRequest,
  DriftRequest,
  FindRequest,
  Found,
  LogsRequest,
  Outcome,
  PlanRequest,
  InvokeRequest,
  MethodRequest,
  ProviderCall,
  Rejected,
  Returned,
  Untold,
  UpdateRequest,
  ValidateRequest,
} from "../contract/index.js";
import type { AtOnce } from "../../std/index.js";
import type { LogLine, Stats } from "../hook-calls.js";
import type { DefinedResource } from "../resource-type.js";
import type { DefinedFunction } from "../provider-function.js";
import { answerFunction, answerMethod, noSuchMethod } from "./answer-call.js";
import { createObject, deleteObject, planDeleteOf, updateObject } from "./change-object.js";
import { findObjects, logsOf, lookUpObject, readObject, statsOf } from "./read-object.js";
import { about, type Connection } from "./hook/hook-runner.js";
import { completed } from "./planning/input-changes.js";
import { driftOf } from "./planning/drift.js";
import { planResource } from "./planning/plan-resource.js";
import { validateInputs } from "./planning/validate-inputs.js";

export interface Definitions {
  resource(call: Pick<ProviderCall, "urn">, type: string): DefinedResource | Rejected;
  function(token: string): DefinedFunction | Rejected;
  isComponent(type: string): boolean;
}

/** The default of `lateWithinMs`: most queues and proxies give up earlier. */
const usualLateWithinMs = 30_000;

const nothingPlanned: PlannedDelete = {};

/** A configured provider: its definitions with one configuration and its client. */
export class TypedProvider implements ConfiguredProvider {
  readonly #connection: Connection;
  readonly #definitions: Definitions;
  readonly close: () => Promise<void>;

  constructor(connection: Connection, definitions: Definitions, close: () => Promise<void>) {
    this.#connection = connection;
    this.#definitions = definitions;
    this.close = close;
  }

  get ready(): boolean {
    return this.#connection.ready;
  }

  plan(call: ProviderCall, request: PlanRequest): AtOnce<Planned | Rejected> {
    return this.#asking(call, request.type, (defined) =>
      planResource(call, defined, this.#connection, request),
    );
  }

  validate(call: ProviderCall, { type, inputs, prior }: ValidateRequest): AtOnce<readonly Diagnostic[]> {
    const defined = this.#definitions.resource(call, type);
    if ("kind" in defined) return defined.diagnostics;
    return validateInputs(call, defined, this.#connection, inputs, prior && completed(defined, prior));
  }

  create(call: ProviderCall, request: CreateRequest): Promise<Outcome> {
    return this.#acting(call, request.type, (defined) =>
      createObject(call, defined, this.#connection, request),
    );
  }

  update(call: ProviderCall, request: UpdateRequest): Promise<Outcome> {
    return this.#acting(call, request.prior.type, (defined) => {
      const prior = completed(defined, request.prior);
      return updateObject(call, defined, this.#connection, { ...request, prior });
    });
  }

  planDelete(
    call: ProviderCall,
    request: { readonly prior: Stored; readonly observed?: Stored | undefined },
  ): AtOnce<PlannedDelete | Rejected> {
    return this.#asking(call, request.prior.type, (defined) =>
      // A fast path: most types lack this hook, and a plan may delete many objects.
      defined.planDelete === undefined
        ? nothingPlanned
        : planDeleteOf(call, defined, this.#connection, {
            ...request,
            prior: completed(defined, request.prior),
          }),
    );
  }

  delete(call: ProviderCall, request: DeleteRequest): Promise<Outcome> {
    return this.#acting(call, request.prior.type, (defined) => {
      const prior = completed(defined, request.prior);
      return deleteObject(call, defined, this.#connection, { ...request, prior });
    });
  }

  read(call: ProviderCall, { prior }: { readonly prior: Stored }): AtOnce<Found | Absent | Rejected> {
    return this.#asking(call, prior.type, (defined) =>
      readObject(call, defined, this.#connection, completed(defined, prior)),
    );
  }

  settlesWithinMs(type: string): number {
    return this.#defined(type).settlesWithinMs ?? 0;
  }

  lateWithinMs(type: string): number {
    return this.#defined(type).lateWithinMs ?? usualLateWithinMs;
  }

  hasDrifted(request: DriftRequest): boolean {
    return driftOf(this.#defined(request.prior.type), request).length > 0;
  }

  canLookUp(type: string): boolean {
    return this.#defined(type).lookup !== undefined;
  }

  lookup(
    call: ProviderCall,
    { type, id }: { readonly type: string; readonly id: string },
  ): AtOnce<Found | Absent | Rejected> {
    return this.#asking(call, type, (defined) => lookUpObject(call, defined, this.#connection, id));
  }

  canFind(type: string): boolean {
    return this.#defined(type).find !== undefined;
  }

  find(call: ProviderCall, request: FindRequest): AtOnce<readonly Found[] | Untold | Rejected> {
    return this.#asking(call, request.type, (defined) =>
      findObjects(call, defined, this.#connection, request),
    );
  }

  logs(call: ProviderCall, request: LogsRequest): AsyncIterable<LogLine> | undefined {
    const defined = this.#defined(request.prior.type);
    return logsOf(call, defined, this.#connection, { ...request, prior: completed(defined, request.prior) });
  }

  stats(call: ProviderCall, { prior }: { readonly prior: Stored }): Promise<Stats | Rejected> | undefined {
    const defined = this.#defined(prior.type);
    return statsOf(call, defined, this.#connection, completed(defined, prior));
  }

  invoke(call: ProviderCall, request: InvokeRequest): AtOnce<Returned | Rejected> {
    return refusing(call, this.#definitions.function(request.token), (defined) =>
      answerFunction(call, defined, this.#connection, request),
    );
  }

  call(call: ProviderCall, request: MethodRequest): AtOnce<Returned | Rejected> {
    const { type, method } = request;
    if (this.#definitions.isComponent(type) || isProviderType(type)) return noSuchMethod(call, type, method);
    return this.#asking(call, request.type, (defined) =>
      answerMethod(call, defined, this.#connection, {
        ...request,
        prior: completed(defined, request.prior),
      }),
    );
  }

  /** For methods that cannot return a rejection. */
  #defined(type: string): DefinedResource {
    const defined = this.#definitions.resource({}, type);
    if (!("kind" in defined)) return defined;
    const [first, ...rest] = defined.diagnostics;
    throw new DiagnosticError(first!, ...rest);
  }

  #asking<T>(
    call: ProviderCall,
    type: string,
    ask: (defined: DefinedResource) => AtOnce<T>,
  ): AtOnce<T | Rejected> {
    return refusing(call, this.#definitions.resource(call, type), ask);
  }

  async #acting(
    call: ProviderCall,
    type: string,
    act: (defined: DefinedResource) => Promise<Outcome>,
  ): Promise<Outcome> {
    const outcome = await this.#asking(call, type, act);
    return outcome.kind === "rejected" ? { kind: "failed", diagnostics: outcome.diagnostics } : outcome;
  }
}

/** Returns a rejection if the definition is missing or a schema fails. Nothing has happened in that case. */
function refusing<Defined extends object, T>(
  call: ProviderCall,
  defined: Defined | Rejected,
  ask: (defined: Defined) => AtOnce<T>,
): AtOnce<T | Rejected> {
  if ("kind" in defined) return defined;
  try {
    const answer = ask(defined);
    return answer instanceof Promise ? answer.catch((error: unknown) => refused(call, error)) : answer;
  } catch (error) {
    return refused(call, error);
  }
}

/** Turns a DiagnosticError into a rejection. Rethrows any other error, which is a bug. */
function refused(call: ProviderCall, error: unknown): Rejected {
  if (!isDiagnosticError(error)) throw error;
  return {
    kind: "rejected",
    diagnostics: error.diagnostics.map((found) => ({ ...about(call), ...found })),
  };
}
