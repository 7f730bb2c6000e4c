/**
 * The processes of Terraform providers: start, handshake, logs, end. Uses `provider/child` for everything that is not special to
 * Terraform.
 */
export type { ProviderProcess } from "./provider-process.js";
export { startProvider } from "./start-provider.js";
