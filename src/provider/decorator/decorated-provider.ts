import type { AtOnce } from "../../std/index.js";
import type {
  AdoptRequest,
  ConfiguredProvider,
  CreateRequest,
  DeleteRequest,
  DriftRequest,
  FindRequest,
  InvokeRequest,
  LogsRequest,
  MethodRequest,
  Outcome,
  PlanRequest,
  ProviderCall,
  ReadRequest,
  UpdateRequest,
  ValidateRequest,
} from "../contract/index.js";

/** The methods that take a call and change nothing. */
export type QuestionMember =
  | "plan"
  | "validate"
  | "planDelete"
  | "read"
  | "lookup"
  | "adopt"
  | "find"
  | "invoke"
  | "call";

export type QuestionRequest = RequestOf<QuestionMember>;

/** The methods that change objects, with their requests. */
export interface ChangeRequests {
  readonly create: CreateRequest;
  readonly update: UpdateRequest;
  readonly delete: DeleteRequest;
}

export type ChangeMember = keyof ChangeRequests;

/** The synchronous methods without a call. */
export type TraitMember = "settlesWithinMs" | "lateWithinMs" | "hasDrifted" | "canLookUp" | "canFind";

type RequestOf<Member extends keyof ConfiguredProvider> = Member extends unknown
  ? NonNullable<ConfiguredProvider[Member]> extends (call: ProviderCall, request: infer Request) => unknown
    ? Request
    : never
  : never;

type AnswerOf<Member extends QuestionMember> = Awaited<ReturnType<NonNullable<ConfiguredProvider[Member]>>>;

/** Hooks that replace single methods or whole groups. All other methods call the provider directly. */
export interface ProviderHooks {
  readonly lane?: ConfiguredProvider["lane"];
  readonly ready?: boolean;
  /** Takes precedence over the hooks of groups. */
  readonly own?: Partial<Omit<ConfiguredProvider, "lane" | "ready">> | undefined;
  /** `ask` calls the provider itself. */
  readonly question?: <Answer>(
    member: QuestionMember,
    call: ProviderCall,
    request: QuestionRequest,
    ask: (call: ProviderCall) => AtOnce<Answer>,
  ) => AtOnce<Answer>;
  /** `perform` calls the provider itself. */
  readonly change?: <Member extends ChangeMember>(
    member: Member,
    call: ProviderCall,
    request: ChangeRequests[Member],
    perform: (request: ChangeRequests[Member]) => Promise<Outcome>,
  ) => Promise<Outcome>;
  readonly trait?: <Answer>(member: TraitMember, request: string | DriftRequest, ask: () => Answer) => Answer;
}

/** A provider that may not be configured yet, and the optional members that it has. */
export interface ProviderSource {
  readonly provider: ConfiguredProvider;
  has(member: OptionalMember): boolean;
}

/** Wraps a provider with hooks. Members that the provider lacks are absent. */
export function decoratedProvider(provider: ConfiguredProvider, hooks: ProviderHooks): ConfiguredProvider {
  return decoratedSource({ provider, has: (member) => provider[member] !== undefined }, hooks);
}

/** Like `decoratedProvider`, for a provider that is only available when it is first called. */
export function decoratedSource(source: ProviderSource, hooks: ProviderHooks): ConfiguredProvider {
  return new DecoratedProvider(source, hooks);
}

/**
 * Has every member of the contract, which the compiler enforces. Without a hook, a call allocates nothing, because
 * planning an unchanged resource goes through here.
 */
class DecoratedProvider implements Required<ConfiguredProvider> {
  readonly #source: ProviderSource;
  readonly #hooks: ProviderHooks;

  constructor(source: ProviderSource, hooks: ProviderHooks) {
    this.#source = source;
    this.#hooks = hooks;
    for (const member of optionalMembers)
      if (!source.has(member)) Object.assign(this, { [member]: undefined });
    Object.assign(this, hooks.own);
  }

  get lane() {
    return this.#hooks.lane ?? this.#source.provider.lane;
  }

  get ready() {
    return this.#hooks.ready ?? this.#source.provider.ready;
  }

  plan(call: ProviderCall, request: PlanRequest) {
    if (this.#hooks.question !== undefined) return this.#question("plan", call, request);
    return this.#source.provider.plan(call, request);
  }

  validate(call: ProviderCall, request: ValidateRequest) {
    if (this.#hooks.question !== undefined) return this.#question("validate", call, request);
    return this.#source.provider.validate(call, request);
  }

  planDelete(call: ProviderCall, request: RequestOf<"planDelete">) {
    if (this.#hooks.question !== undefined) return this.#question("planDelete", call, request);
    return this.#source.provider.planDelete!(call, request);
  }

  read(call: ProviderCall, request: ReadRequest) {
    if (this.#hooks.question !== undefined) return this.#question("read", call, request);
    return this.#source.provider.read(call, request);
  }

  lookup(call: ProviderCall, request: RequestOf<"lookup">) {
    if (this.#hooks.question !== undefined) return this.#question("lookup", call, request);
    return this.#source.provider.lookup(call, request);
  }

  adopt(call: ProviderCall, request: AdoptRequest) {
    if (this.#hooks.question !== undefined) return this.#question("adopt", call, request);
    return this.#source.provider.adopt!(call, request);
  }

  find(call: ProviderCall, request: FindRequest) {
    if (this.#hooks.question !== undefined) return this.#question("find", call, request);
    return this.#source.provider.find(call, request);
  }

  invoke(call: ProviderCall, request: InvokeRequest) {
    if (this.#hooks.question !== undefined) return this.#question("invoke", call, request);
    return this.#source.provider.invoke!(call, request);
  }

  call(call: ProviderCall, request: MethodRequest) {
    if (this.#hooks.question !== undefined) return this.#question("call", call, request);
    return this.#source.provider.call!(call, request);
  }

  create(call: ProviderCall, request: CreateRequest) {
    return this.#change("create", call, request, (own) => this.#source.provider.create(call, own));
  }

  update(call: ProviderCall, request: UpdateRequest) {
    return this.#change("update", call, request, (own) => this.#source.provider.update(call, own));
  }

  delete(call: ProviderCall, request: DeleteRequest) {
    return this.#change("delete", call, request, (own) => this.#source.provider.delete(call, own));
  }

  settlesWithinMs(type: string) {
    if (this.#hooks.trait !== undefined) return this.#trait("settlesWithinMs", type);
    return this.#source.provider.settlesWithinMs!(type);
  }

  lateWithinMs(type: string) {
    if (this.#hooks.trait !== undefined) return this.#trait("lateWithinMs", type);
    return this.#source.provider.lateWithinMs!(type);
  }

  hasDrifted(request: DriftRequest) {
    if (this.#hooks.trait !== undefined) return this.#trait("hasDrifted", request);
    return this.#source.provider.hasDrifted!(request);
  }

  canLookUp(type: string) {
    if (this.#hooks.trait !== undefined) return this.#trait("canLookUp", type);
    return this.#source.provider.canLookUp(type);
  }

  canFind(type: string) {
    if (this.#hooks.trait !== undefined) return this.#trait("canFind", type);
    return this.#source.provider.canFind(type);
  }

  constructorOf(type: string) {
    return this.#source.provider.constructorOf!(type);
  }

  logs(call: ProviderCall, request: LogsRequest) {
    return this.#source.provider.logs!(call, request);
  }

  stats(call: ProviderCall, request: RequestOf<"stats">) {
    return this.#source.provider.stats!(call, request);
  }

  close() {
    return this.#source.provider.close();
  }

  #question<Member extends QuestionMember>(
    member: Member,
    call: ProviderCall,
    request: RequestOf<Member>,
  ): AtOnce<AnswerOf<Member>> {
    type Ask = (call: ProviderCall, request: RequestOf<Member>) => AtOnce<AnswerOf<Member>>;
    return this.#hooks.question!<AnswerOf<Member>>(member, call, request, (own) => {
      const { provider } = this.#source;
      return (provider[member] as Ask).call(provider, own, request);
    });
  }

  #change<Member extends ChangeMember>(
    member: Member,
    call: ProviderCall,
    request: ChangeRequests[Member],
    perform: (request: ChangeRequests[Member]) => Promise<Outcome>,
  ): Promise<Outcome> {
    const { change } = this.#hooks;
    return change === undefined ? perform(request) : change(member, call, request, perform);
  }

  #trait<Member extends TraitMember>(
    member: Member,
    request: Parameters<NonNullable<ConfiguredProvider[Member]>>[0],
  ): ReturnType<NonNullable<ConfiguredProvider[Member]>> {
    type Answer = ReturnType<NonNullable<ConfiguredProvider[Member]>>;
    return this.#hooks.trait!<Answer>(member, request, () => {
      const { provider } = this.#source;
      return (provider[member] as (given: typeof request) => Answer).call(provider, request);
    });
  }
}

/** The names of the optional functions of an interface. */
export type OptionalFunction<Type> = {
  [Key in keyof Type]-?: {} extends Pick<Type, Key>
    ? NonNullable<Type[Key]> extends (...given: never) => unknown
      ? Key
      : never
    : never;
}[keyof Type];

export type OptionalMember = OptionalFunction<ConfiguredProvider>;

const areOptional: { readonly [Member in OptionalMember]: true } = {
  planDelete: true,
  adopt: true,
  constructorOf: true,
  settlesWithinMs: true,
  lateWithinMs: true,
  hasDrifted: true,
  logs: true,
  stats: true,
  invoke: true,
  call: true,
};

export const optionalMembers = Object.keys(areOptional) as readonly OptionalMember[];
