import type { ServerCapabilities as CapabilitiesMessage } from "./generated/tfplugin_pb.js";

/** The optional parts of the protocol that a provider implements. */
export interface ServerCapabilities {
  /** The provider plans deletions. */
  readonly planDestroy: boolean;
  /** The schema need not be requested before other calls. */
  readonly schemaOptional: boolean;
  readonly moveResourceState: boolean;
  readonly generateResourceConfig: boolean;
}

export function capabilitiesOf(found: CapabilitiesMessage | undefined): ServerCapabilities {
  return {
    planDestroy: found?.planDestroy ?? false,
    schemaOptional: found?.getProviderSchemaOptional ?? false,
    moveResourceState: found?.moveResourceState ?? false,
    generateResourceConfig: found?.generateResourceConfig ?? false,
  };
}
