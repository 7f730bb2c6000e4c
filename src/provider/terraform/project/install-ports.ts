import {
  packageSources,
  readProviderPlaces,
  type InstallEvent,
  type InstallPorts,
  type NetworkSources,
  type ProviderPlaces,
} from "../install/index.js";
import { hostToken, networkMirrorSource, registrySource } from "../install/registry/index.js";

/** The project in which a command installs providers, and the limits of the command. */
export interface InstallContext {
  readonly projectFolder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly isOffline: boolean;
  readonly signal: AbortSignal;
  readonly report: (event: InstallEvent) => void;
}

/** Returns the places of this machine and on the network from which providers are installed. */
export function installPorts(context: InstallContext): InstallPorts {
  const { projectFolder, environment, isOffline, signal, report } = context;
  const places = readProviderPlaces({ projectFolder, environment });
  const sources = packageSources(places, networkSources(places, environment), { offline: isOffline });
  return { places, sources, signal, report };
}

function networkSources(
  { configuration: { credentials, services } }: ProviderPlaces,
  environment: NodeJS.ProcessEnv,
): NetworkSources {
  const tokenFor = (host: string) => hostToken(host, Object.fromEntries(credentials), environment);
  return {
    registry: (host) => {
      const own = services.get(host);
      return registrySource({
        host,
        services: own && Object.fromEntries(own),
        token: tokenFor(host),
        environment,
      });
    },
    networkMirror: (url) => {
      const host = URL.canParse(url) ? new URL(url).host : "";
      return networkMirrorSource(url, { token: tokenFor(host), environment });
    },
  };
}
