import { DiagnosticError, type FunctionName } from "../../model/index.js";
import { problem } from "../diagnostics.js";

/** A function that a provider offers to programs. Programs call it with `invoke` or `invokeOutput`. */
export interface ProviderFunction<Args, Result> {
  /** The package, module and name, such as `disk:fs:stat`. */
  readonly token: string;
  /** Exists only for type checking. */
  readonly types?: { readonly args: Args; readonly result: Result };
}

/** The arguments of a function that is named by its token. Their types are not checked. */
export type NamedArguments = { readonly [name: string]: unknown };

/** The result of a function that is named by its token. */
export type NamedResult = { readonly [field: string]: unknown };

/** Returns the name of a function that is given as an object or as a token. */
export function functionName(provided: unknown): FunctionName {
  const token = typeof provided === "string" ? provided : (provided as { token?: unknown } | null)?.token;
  if (typeof token === "string" && /^[^:]+(?::[^:]+){1,2}$/.test(token))
    return typeof provided === "string" ? { token } : { token, object: provided as object };
  throw new DiagnosticError(
    problem("sdk/not-a-function", {
      detail: `Expected a function that a provider defines, or its token, but was given ${describe(provided)}.`,
      hint: 'Pass the function that the provider exports, or its token (package, module and name):\n    coconut.invoke("disk:fs:stat", { path: "a.txt" })',
    }),
  );
}

function describe(provided: unknown): string {
  if (typeof provided === "string") return JSON.stringify(provided);
  return provided === null ? "null" : `a value of type ${typeof provided}`;
}
