import type { ConfiguredProvider } from "../../provider/contract/index.js";
import type { Limiter } from "../../std/limiter.js";

/** The same provider, asked no more at the same time than its package bears. */
export function limitedProvider(provider: ConfiguredProvider, limiter: Limiter): ConfiguredProvider {
  return {
    ready: provider.ready,
    isEquivalent: (request) => provider.isEquivalent(request),
    canFind: (type) => provider.canFind(type),
    canLookUp: (type) => provider.canLookUp(type),
    plan: (call, request) => limiter.run(() => provider.plan(call, request)),
    validate: (call, request) => limiter.run(() => provider.validate(call, request)),
    create: (call, request) => limiter.run(() => provider.create(call, request)),
    update: (call, request) => limiter.run(() => provider.update(call, request)),
    delete: (call, request) => limiter.run(() => provider.delete(call, request)),
    read: (call, request) => limiter.run(() => provider.read(call, request)),
    lookup: (call, request) => limiter.run(() => provider.lookup(call, request)),
    find: (call, request) => limiter.run(() => provider.find(call, request)),
    ...(provider.logs && { logs: provider.logs.bind(provider) }),
    ...(provider.stats && { stats: provider.stats.bind(provider) }),
    ...(provider.invoke && { invoke: (call, request) => limiter.run(() => provider.invoke!(call, request)) }),
    ...(provider.call && { call: (call, request) => limiter.run(() => provider.call!(call, request)) }),
    close: () => provider.close(),
  };
}
