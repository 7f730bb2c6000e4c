import type { Call } from "./hook-calls.js";
import type { Provider } from "./provider.js";
import type { DecodedFields, Fields } from "./fields.js";

/** A function that a provider offers to programs, which call it with `invoke`. */
export interface ProviderFunction<Args, Result> {
  /** `disk:fs:stat` */
  readonly token: string;
  /** For the compiler alone. */
  readonly types?: { readonly args: Args; readonly result: Result };
}

export interface FunctionHooks<Inputs, GivenOutputs, Config, Client> {
  /** Answers without changing anything. */
  readonly invoke: (call: InvokeCall<Inputs, Config, Client>) => Promise<GivenOutputs>;
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
