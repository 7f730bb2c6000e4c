/**
 * Converts the state of a stack to the ecosystem's deployments (version 3) and back. Only maps rows. Data that
 * deployments cannot express is under `coconut`, which other tools ignore.
 *
 * The caller encrypts and decrypts secrets.
 */
export type { DeploymentFile } from "./deployment.js";
export { deploymentFileOf, ownProvider, sealedFor } from "./deployment-file.js";
export { deploymentOf } from "./deployment-of.js";
export type { OpenText } from "./deployment-value.js";
export { readDeployment, type DeploymentReading } from "./read-deployment.js";
