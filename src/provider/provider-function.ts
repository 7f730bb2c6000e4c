import type { ProviderFunction } from "../sdk/index.js";
import type { Call } from "./hook-calls.js";
import type { Provider } from "./provider.js";
import type { DecodedFields, Fields } from "./fields.js";

export type { ProviderFunction } from "../sdk/index.js";

/** The definition of a function. */
export interface FunctionHooks<Inputs, GivenOutputs, Config, Client> {
  /** Returns the outputs. Must not change anything, because it is called during planning. */
  readonly invoke: (call: InvokeCall<Inputs, Config, Client>) => Promise<GivenOutputs>;
  /**
   * Whether its outputs may be used and never stored, such as a token that expires. Programs can give them to write-only
   * inputs and to configurations of providers. The function is called again when a plan file is applied.
   */
  readonly ephemeral?: boolean;
}

/** The arguments of `invoke`. */
export interface InvokeCall<Inputs, Config, Client> extends Call<Config, Client> {
  readonly inputs: Inputs;
}

/** A function, for the engine. */
export interface DefinedFunction extends FunctionHooks<DecodedFields, DecodedFields, unknown, unknown> {
  readonly token: string;
  readonly provider: Provider<unknown, unknown>;
  readonly inputs: Fields;
  readonly outputs: Fields;
}

const definitionKey = Symbol.for("coconut.function");

/** Returns the object that programs get for a function: its token, and its definition for the engine. */
export function providerFunction(defined: DefinedFunction): ProviderFunction<never, never> {
  return Object.defineProperty({ token: defined.token }, definitionKey, { value: defined });
}

/** Returns the definition behind a function of a program; undefined for any other object. */
export function functionDefinition(provided: object): DefinedFunction | undefined {
  return (provided as { readonly [definitionKey]?: DefinedFunction })[definitionKey];
}
