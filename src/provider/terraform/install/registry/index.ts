/**
 * The places on the network that have packages of Terraform providers: registries and network mirrors.
 *
 * Unpacks nothing before its checksums and signatures are verified.
 */
export { networkSources } from "./network-sources.js";
export { networkMirrorSource } from "./network-mirror-source.js";
export { registrySource } from "./registry-source.js";
