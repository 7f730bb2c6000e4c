/**
 * A parser for HCL that has only literal values, as lock files and the configuration of Terraform's command line do.
 *
 * Pure. Imports: nothing.
 */
export { hclPosition, type HclFault } from "./position.js";
export { parseHcl } from "./parse-hcl.js";
export type { HclBlock, HclBody, HclValue } from "./body.js";
