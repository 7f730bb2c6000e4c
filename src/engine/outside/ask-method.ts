import {
  DiagnosticError,
  isKnown,
  unknown,
  type Diagnostic,
  type Question,
  type Registration,
  type ResourceHandle,
  type Stored,
  type Value,
} from "../../model/index.js";
import type { ConfiguredProvider } from "../../provider/contract/index.js";
import { problem } from "../diagnostics.js";
import { providerOf } from "../facts/provider-of.js";
import { accepted } from "../providers/accepted.js";
import { defaultConfiguration } from "../providers/default-configuration.js";
import { argumentsOf } from "./ask-function.js";
import type { OutsidePorts } from "./engine-outside.js";

/** The object of a resource, component or provider configuration, with the provider that answers its methods. */
export interface CallableObject {
  readonly provider: ConfiguredProvider;
  /** The recorded object. */
  readonly prior: Stored;
}

export type MethodQuestion = Extract<Question, { readonly kind: "call" }>;

/** Calls a method of a resource. The result is unknown while the provider's configuration is unknown. */
export async function askMethod(
  { method, resource }: MethodQuestion,
  value: Value,
  ports: Pick<OutsidePorts, "objectOf" | "pool" | "program" | "configuration" | "call" | "inTurn">,
): Promise<Value> {
  const { urn, type } = resource;
  const found = await ports.objectOf(resource);
  const object =
    found && "provider" in found ? found : await ofPackage(resource as Registration, found, ports);
  if (object === undefined) throw new DiagnosticError(noMethods(resource, method));
  const { provider, prior } = object;
  if (!provider.ready || !isKnown(prior.inputs)) return unknown;
  if (provider.call === undefined) throw new DiagnosticError(noMethods(resource, method));
  const token = method.includes(":") ? method : `${type}/${method}`;
  const request = { type, method, token, prior, inputs: argumentsOf(`${method} of ${type}`, value) };
  return accepted(await ports.inTurn(async () => provider.call!(ports.call(urn), request))).outputs;
}

/**
 * Returns the provider that answers methods of a packaged component or of a provider resource. No provider manages
 * these.
 */
async function ofPackage(
  registration: Registration,
  prior: Stored | undefined,
  { pool, program, configuration, call }: Pick<OutsidePorts, "pool" | "program" | "configuration" | "call">,
): Promise<CallableObject | undefined> {
  const { kind, type, urn } = registration;
  if (prior === undefined || (kind !== "component" && kind !== "provider")) return undefined;
  const loaded = kind === "provider" ? await pool.packageOf(registration) : await pool.packageOfType(type);
  if (loaded.kind === "rejected") return undefined;
  const providedBy = kind === "provider" ? registration : providerOf(registration, loaded.record.name);
  const source =
    providedBy === undefined
      ? defaultConfiguration(loaded.record, program.recorder.settings)
      : await configuration(providedBy);
  return { provider: accepted(await pool.configured(call(urn), loaded, source)).provider, prior };
}

function noMethods({ urn, type, name }: ResourceHandle, method: string): Diagnostic {
  return problem("engine/not-supported", {
    detail: `The program calls the method ${JSON.stringify(method)} of ${type} ${JSON.stringify(name)}, but no provider has methods for it.`,
    hint: "If the component is defined in the program, call the method on the object itself.",
    resource: urn,
  });
}
