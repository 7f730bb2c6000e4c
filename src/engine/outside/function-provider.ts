import type { FunctionName, Question, Registration } from "../../model/index.js";
import { accepted } from "../providers/accepted.js";
import { checkVersion } from "../providers/check-version.js";
import { providerOf } from "../facts/provider-of.js";
import { defaultConfiguration } from "../providers/default-configuration.js";
import type { PooledProvider } from "../providers/provider-pool.js";
import type { OutsidePorts } from "./engine-outside.js";

export type Invocation = Omit<Extract<Question, { readonly kind: "invoke" }>, "kind">;

export type FunctionPorts = Pick<OutsidePorts, "program" | "pool" | "call" | "configuration">;

/** Returns the provider that answers a function: configured by a provider resource, or by the stack configuration. */
export async function functionProvider(
  invocation: Invocation,
  ports: FunctionPorts,
): Promise<PooledProvider> {
  const { pool, program } = ports;
  const providedBy = configuringProvider(invocation);
  const { version } = invocation.options;
  const loaded = accepted(await pool.packageOfFunction(invocation, version ?? providedBy?.options.version));
  checkVersion(loaded, { who: invocation.token, version });
  const source =
    providedBy === undefined
      ? defaultConfiguration(loaded.record, program.recorder.settings)
      : await ports.configuration(providedBy);
  return accepted(await pool.configured(functionCall(invocation, ports), loaded, source));
}

/** Returns the provider resource for a function call: the named one, else that of the parent. */
export function configuringProvider({ token, options }: Invocation): Registration | undefined {
  if (options.provider !== undefined) return options.provider as Registration;
  return options.parent && providerOf(options.parent as Registration, packageOf(token));
}

/** Returns the call for a function. Its reports are shown with the function, because it has no resource. */
export function functionCall({ token }: FunctionName, { call }: Pick<FunctionPorts, "call">) {
  const { urn: _, ...rest } = call(token);
  return rest;
}

function packageOf(token: string): string {
  return token.split(":", 1)[0]!;
}
