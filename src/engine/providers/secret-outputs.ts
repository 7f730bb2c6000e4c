import { secretOf, stripSecrets, type Stored, type ValueObject } from "../../model/index.js";
import type { ConfiguredProvider } from "../../provider/contract/index.js";

/** A provider that calls some outputs secret which its type does not: what `additionalSecretOutputs` asks for. */
export function withSecretOutputs(
  provider: ConfiguredProvider,
  names: readonly string[] = [],
): ConfiguredProvider {
  if (names.length === 0) return provider;
  const sealed = <T extends object>(answer: T): T =>
    "stored" in answer ? { ...answer, stored: sealStored(answer.stored as Stored, names) } : answer;
  return {
    get lane() {
      return provider.lane;
    },
    get ready() {
      return provider.ready;
    },
    plan: async (call, request) => {
      const planned = await provider.plan(call, request);
      return "outputs" in planned ? { ...planned, outputs: sealOutputs(planned.outputs, names) } : planned;
    },
    validate: (call, request) => provider.validate(call, request),
    create: async (call, request) => sealed(await provider.create(call, request)),
    update: async (call, request) => sealed(await provider.update(call, request)),
    delete: (call, request) => provider.delete(call, request),
    ...(provider.planDelete && { planDelete: provider.planDelete.bind(provider) }),
    read: async (call, request) => sealed(await provider.read(call, request)),
    canLookUp: (type) => provider.canLookUp(type),
    lookup: async (call, request) => sealed(await provider.lookup(call, request)),
    canFind: (type) => provider.canFind(type),
    find: async (call, request) => {
      const found = await provider.find(call, request);
      return "kind" in found ? found : found.map(sealed);
    },
    logs: (call, request) => provider.logs?.(call, request),
    stats: (call, request) => provider.stats?.(call, request),
    ...(provider.invoke && { invoke: provider.invoke.bind(provider) }),
    ...(provider.call && { call: provider.call.bind(provider) }),
    close: () => provider.close(),
  };
}

export function sealStored(stored: Stored, names: readonly string[] = []): Stored {
  return { ...stored, outputs: sealOutputs(stored.outputs, names) };
}

export function sealOutputs(outputs: ValueObject, names: readonly string[] = []): ValueObject {
  const sealed = names.filter((name) => Object.hasOwn(outputs, name));
  if (sealed.length === 0) return outputs;
  const secrets = sealed.map((name) => [name, secretOf(stripSecrets(outputs[name]))] as const);
  return { ...outputs, ...Object.fromEntries(secrets) };
}
