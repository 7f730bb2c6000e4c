import {
  packageSources,
  readProviderPlaces,
  type InstallEvent,
  type InstallPorts,
} from "../install/index.js";
import { networkSources } from "../install/registry/index.js";

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
  const sources = packageSources(places, networkSources(places.configuration, { environment }), {
    offline: isOffline,
  });
  return { places, sources, signal, report };
}
