import type { Stored } from "../../model/index.js";
import type { AtOnce } from "../../std/index.js";
import type { OptionalFunction } from "./decorated-provider.js";
import type {
  ConfigureRequest,
  EquivalenceRequest,
  ProviderCall,
  ProviderPackage,
} from "../contract/index.js";

/**
 * The package methods that take a call. `configure` is separate, because wrappers also wrap the provider that it
 * returns.
 */
export type PackageQuestion = "upgrade" | "checkConfig";

export interface PackageHooks {
  /** Intercepts every call that needs no configured provider. `ask` calls the package itself. */
  readonly question?: <Answer>(
    member: PackageQuestion,
    call: ProviderCall,
    request: Stored | ConfigureRequest,
    ask: (call: ProviderCall) => AtOnce<Answer>,
  ) => AtOnce<Answer>;
  readonly configure?: ProviderPackage["configure"];
}

/** Wraps a package with hooks. Members that the package lacks are absent. */
export function decoratedPackage(found: ProviderPackage, hooks: PackageHooks): ProviderPackage {
  return new DecoratedPackage(found, hooks);
}

class DecoratedPackage implements Required<ProviderPackage> {
  readonly #found: ProviderPackage;
  readonly #hooks: PackageHooks;

  constructor(found: ProviderPackage, hooks: PackageHooks) {
    this.#found = found;
    this.#hooks = hooks;
    for (const member of optionalMembers)
      if (found[member] === undefined) Object.assign(this, { [member]: undefined });
  }

  get name() {
    return this.#found.name;
  }

  get version() {
    return this.#found.version;
  }

  get callsAtOnce() {
    return this.#found.callsAtOnce;
  }

  get configFields() {
    return this.#found.configFields;
  }

  implements(type: string) {
    return this.#found.implements(type);
  }

  globalId(type: string) {
    return this.#found.globalId!(type);
  }

  replaceFields(type: string) {
    return this.#found.replaceFields!(type);
  }

  hasUniqueIds(type: string) {
    return this.#found.hasUniqueIds!(type);
  }

  isEquivalent(request: EquivalenceRequest) {
    return this.#found.isEquivalent(request);
  }

  isEphemeral(token: string) {
    return this.#found.isEphemeral!(token);
  }

  constructorOf(type: string) {
    return this.#found.constructorOf!(type);
  }

  classOf(type: string) {
    return this.#found.classOf!(type);
  }

  schemaVersion(type: string) {
    return this.#found.schemaVersion!(type);
  }

  upgrade(call: ProviderCall, stored: Stored) {
    return this.#question("upgrade", call, stored, (own) => this.#found.upgrade(own, stored));
  }

  checkConfig(call: ProviderCall, request: Parameters<ProviderPackage["checkConfig"]>[1]) {
    return this.#question("checkConfig", call, request, (own) => this.#found.checkConfig(own, request));
  }

  configure(call: ProviderCall, request: ConfigureRequest) {
    const { configure } = this.#hooks;
    return configure === undefined ? this.#found.configure(call, request) : configure(call, request);
  }

  #question<Answer>(
    member: PackageQuestion,
    call: ProviderCall,
    request: Stored | ConfigureRequest,
    ask: (call: ProviderCall) => AtOnce<Answer>,
  ): AtOnce<Answer> {
    const { question } = this.#hooks;
    return question === undefined ? ask(call) : question(member, call, request, ask);
  }
}

/** The optional functions of a package. */
const areOptional: { readonly [Member in OptionalFunction<ProviderPackage>]: true } = {
  globalId: true,
  constructorOf: true,
  classOf: true,
  replaceFields: true,
  hasUniqueIds: true,
  isEphemeral: true,
  schemaVersion: true,
};

const optionalMembers = Object.keys(areOptional) as readonly (keyof typeof areOptional)[];
