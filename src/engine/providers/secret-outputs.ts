import { markedAs, type Stored, type ValueObject } from "../../model/index.js";
import type { ConfiguredProvider } from "../../provider/contract/index.js";
import { decoratedProvider } from "../../provider/decorator/index.js";

/** Wraps a provider and marks additional outputs as secret: the option `additionalSecretOutputs`. */
export function withSecretOutputs(
  provider: ConfiguredProvider,
  names: readonly string[] = [],
): ConfiguredProvider {
  if (names.length === 0) return provider;
  const sealed = <T extends object>(answer: T): T =>
    "stored" in answer ? { ...answer, stored: sealStored(answer.stored as Stored, names) } : answer;
  return decoratedProvider(provider, {
    own: {
      plan: async (call, request) => {
        const planned = await provider.plan(call, request);
        return "outputs" in planned ? { ...planned, outputs: sealOutputs(planned.outputs, names) } : planned;
      },
      create: async (call, request) => sealed(await provider.create(call, request)),
      update: async (call, request) => sealed(await provider.update(call, request)),
      read: async (call, request) => sealed(await provider.read(call, request)),
      lookup: async (call, request) => sealed(await provider.lookup(call, request)),
      find: async (call, request) => {
        const found = await provider.find(call, request);
        return "kind" in found ? found : found.map(sealed);
      },
    },
  });
}

export function sealStored(stored: Stored, names: readonly string[] = []): Stored {
  return { ...stored, outputs: sealOutputs(stored.outputs, names) };
}

export function sealOutputs(outputs: ValueObject, names: readonly string[] = []): ValueObject {
  const sealed = names.filter((name) => Object.hasOwn(outputs, name));
  if (sealed.length === 0) return outputs;
  const secrets = sealed.map((name) => [name, markedAs("secret", outputs[name])] as const);
  return { ...outputs, ...Object.fromEntries(secrets) };
}
