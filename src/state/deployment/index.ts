/**
 * The state of a stack as the ecosystem's deployments (version 3) keep it, and back: a mapping of rows and nothing
 * else. What deployments have no word for stands under `coconut`, which other tools pass over.
 *
 * Secrets are sealed and opened by the caller.
 */
export type { DeploymentFile } from "./deployment.js";
export { deploymentFileOf, ownProvider, sealedFor } from "./deployment-file.js";
export { deploymentOf } from "./deployment-of.js";
export type { OpenText } from "./deployment-value.js";
export { readDeployment, type DeploymentReading } from "./read-deployment.js";
