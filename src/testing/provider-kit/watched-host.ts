import type { Stored } from "../../model/index.js";
import type { ConfiguredProvider, Outcome, PackageHost } from "../../provider/contract/index.js";
import { decoratedHost, decoratedPackage, decoratedProvider } from "../../provider/decorator/index.js";

/** A call that the engine made. */
export type WatchedCall =
  | { readonly hook: "create"; readonly type: string; readonly key: string; readonly outcome: Outcome }
  | { readonly hook: "update" | "delete"; readonly type: string; readonly id: string | undefined }
  | { readonly hook: "read" | "find" | "lookup" | "plan" | "planDelete"; readonly type: string };

/** Records every call to the packages' objects. Can intervene between the effect of a create and its answer. */
export class Watch {
  readonly calls: WatchedCall[] = [];
  /** Runs after a create has taken effect, before its result is returned. */
  afterCreate: (outcome: Outcome) => Promise<void> = async () => {};

  /** The objects that creates have made, latest last. */
  get made(): readonly (Stored & { readonly key: string })[] {
    return this.calls.flatMap((call) =>
      call.hook === "create" && (call.outcome.kind === "ok" || call.outcome.kind === "unfinished")
        ? [{ ...call.outcome.stored, key: call.key }]
        : [],
    );
  }
}

/** Returns a host with the same packages, watched. */
export function watchedHost(host: PackageHost, watch: Watch): PackageHost {
  return decoratedHost(host, ({ package: found }) =>
    decoratedPackage(found, {
      configure: async (call, request) => {
        const configured = await found.configure(call, request);
        return "kind" in configured ? configured : watchedProvider(configured, watch);
      },
    }),
  );
}

function watchedProvider(provider: ConfiguredProvider, watch: Watch): ConfiguredProvider {
  const { calls } = watch;
  return decoratedProvider(provider, {
    own: {
      plan: (call, request) => {
        calls.push({ hook: "plan", type: request.type });
        return provider.plan(call, request);
      },
      read: (call, request) => {
        calls.push({ hook: "read", type: request.prior.type });
        return provider.read(call, request);
      },
      lookup: (call, request) => {
        calls.push({ hook: "lookup", type: request.type });
        return provider.lookup(call, request);
      },
      find: (call, request) => {
        calls.push({ hook: "find", type: request.type });
        return provider.find(call, request);
      },
      ...(provider.planDelete && {
        planDelete: (call, request) => {
          calls.push({ hook: "planDelete", type: request.prior.type });
          return provider.planDelete!(call, request);
        },
      }),
      async create(call, request) {
        const outcome = await provider.create(call, request);
        calls.push({ hook: "create", type: request.type, key: request.key, outcome });
        await watch.afterCreate(outcome);
        return outcome;
      },
      update: (call, request) => {
        calls.push({ hook: "update", type: request.prior.type, id: request.prior.id });
        return provider.update(call, request);
      },
      delete: (call, request) => {
        calls.push({ hook: "delete", type: request.prior.type, id: request.prior.id });
        return provider.delete(call, request);
      },
      // The kit interrupts calls only after they have taken effect, so nothing happens later.
      lateWithinMs: () => 0,
    },
  });
}
