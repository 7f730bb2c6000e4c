/** The host of the registry for providers without a host in their address: the registry of OpenTofu. */
export const defaultHost = "registry.opentofu.org";
