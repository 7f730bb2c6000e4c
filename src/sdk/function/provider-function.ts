import { DiagnosticError, type FunctionName } from "../../model/index.js";
import { problem } from "../diagnostics.js";

/** A function that a provider offers to programs, which ask it with `invoke` or `invokeOutput`. */
export interface ProviderFunction<Args, Result> {
  /** `disk:fs:stat` */
  readonly token: string;
  /** For the compiler alone. */
  readonly types?: { readonly args: Args; readonly result: Result };
}

/** The arguments of a function that is named by its token: nothing is known of their types. */
export type NamedArguments = { readonly [name: string]: unknown };

/** What such a function answers. */
export type NamedResult = { readonly [field: string]: unknown };

/** The name of a function, however the program says which one it means. */
export function functionName(provided: unknown): FunctionName {
  const token = typeof provided === "string" ? provided : (provided as { token?: unknown } | null)?.token;
  if (typeof token === "string" && /^[^:]+(?::[^:]+){1,2}$/.test(token))
    return typeof provided === "string" ? { token } : { token, object: provided as object };
  throw new DiagnosticError(
    problem("sdk/not-a-function", {
      detail: `Asking a provider takes a function that the provider defines, or its token, and was given ${describe(provided)}.`,
      hint: 'Pass what the provider exports, or the token as package, module and name:\n    coconut.invoke("disk:fs:stat", { path: "a.txt" })',
    }),
  );
}

function describe(provided: unknown): string {
  if (typeof provided === "string") return JSON.stringify(provided);
  return provided === null ? "null" : `a value of type ${typeof provided}`;
}
