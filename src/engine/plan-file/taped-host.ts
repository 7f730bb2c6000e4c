import type {
  ConfiguredProvider,
  LoadedPackage,
  PackageHost,
  ProviderPackage,
  Rejected,
} from "../../provider/contract/index.js";
import { decoratedHost, decoratedPackage } from "../../provider/decorator/index.js";
import type { Tape } from "./tape.js";
import { HeldProvider, tapedProvider, type TapedPlace } from "./taped-provider.js";

/** Wraps a package host so that all answers during planning go through a tape. */
export function tapedHost(host: PackageHost, tape: Tape): PackageHost {
  return decoratedHost(
    host,
    (loaded) => tapedPackage(loaded, tape),
    ({ record }) => tape.loaded(record),
  );
}

function tapedPackage({ package: found, record }: LoadedPackage, tape: Tape): ProviderPackage {
  return decoratedPackage(found, {
    question: (member, call, request, ask) => {
      // Whichever resource comes first triggers the check of a configuration.
      const urn = member === "checkConfig" ? undefined : call.urn;
      return tape.ask({ package: record, kind: member, urn, request }, () => ask(call));
    },
    configure: (call, request) => {
      const held = new HeldProvider(() => found.configure(call, request));
      return configure(held, { package: record, config: request.config }, tape);
    },
  });
}

/** Returns the traits of a configured provider that planning needs before any question. */
async function configure(
  held: HeldProvider,
  place: TapedPlace,
  tape: Tape,
): Promise<ConfiguredProvider | Rejected> {
  const answer = await tape.ask({ ...place, kind: "configure", urn: undefined, request: null }, () =>
    held.open(),
  );
  if ("kind" in answer) return answer;
  tape.configured(() => held.openOrThrow());
  return tapedProvider(held, answer, place, tape);
}
