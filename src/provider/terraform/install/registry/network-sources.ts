import type { CliConfiguration } from "../../../../terraform/source/index.js";
import type { NetworkSources } from "../package-sources.js";
import type { Web } from "../web/index.js";
import { hostToken } from "./host-token.js";
import { networkMirrorSource } from "./network-mirror-source.js";
import { registrySource } from "./registry-source.js";

type Settings = Pick<CliConfiguration, "credentials" | "services">;

/**
 * Returns the places on the network with the services and credentials of the command-line configuration. A registry is found once,
 * however many providers come from it.
 */
export function networkSources(
  { credentials, services }: Settings,
  ports: Partial<Web> = {},
): NetworkSources {
  const { environment = process.env } = ports;
  const registries = new Map<string, ReturnType<typeof registrySource>>();
  return {
    registry: (host) => {
      const known = registries.get(host);
      if (known !== undefined) return known;
      const configured = services.get(host);
      const made = registrySource({
        host,
        ...ports,
        services: configured && Object.fromEntries(configured),
        token: hostToken(host, credentials, environment),
      });
      registries.set(host, made);
      return made;
    },
    networkMirror: (url) => {
      const token = URL.canParse(url) ? hostToken(new URL(url).host, credentials, environment) : undefined;
      return networkMirrorSource(url, { ...ports, token });
    },
  };
}
