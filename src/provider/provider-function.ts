import type { ProviderFunction } from "../sdk/index.js";
import type { Call } from "./hook-calls.js";
import type { Provider } from "./provider.js";
import type { DecodedFields, Fields } from "./fields.js";

export type { ProviderFunction } from "../sdk/index.js";

export interface FunctionHooks<Inputs, GivenOutputs, Config, Client> {
  /** Answers without changing anything: it is asked while plans are made. */
  readonly invoke: (call: InvokeCall<Inputs, Config, Client>) => Promise<GivenOutputs>;
  /**
   * Whether its outputs may be used and never stored, such as a token that expires. Programs can give them to write-only
   * inputs and to configurations of providers. The function is called again when a plan file is applied.
   */
  readonly ephemeral?: boolean;
}

export interface InvokeCall<Inputs, Config, Client> extends Call<Config, Client> {
  readonly inputs: Inputs;
}

/** A function as the engine sees it. */
export interface DefinedFunction extends FunctionHooks<DecodedFields, DecodedFields, unknown, unknown> {
  readonly token: string;
  readonly provider: Provider<unknown, unknown>;
  readonly inputs: Fields;
  readonly outputs: Fields;
}

const definitionKey = Symbol.for("coconut.function");

/** What programs are given for a function: its token, and for the engine what stands behind it. */
export function providerFunction(defined: DefinedFunction): ProviderFunction<never, never> {
  return Object.defineProperty({ token: defined.token }, definitionKey, { value: defined });
}

/** What a provider said of a function that a program holds; undefined for everything else. */
export function functionDefinition(provided: object): DefinedFunction | undefined {
  return (provided as { readonly [definitionKey]?: DefinedFunction })[definitionKey];
}
