/**
 * A parser for HCL that has only literal values, as lock files and the configuration of Terraform's command line do.
 *
 * Pure. Imports: nothing.
 */
export { hclPosition, type HclFault, type HclPosition } from "./position.js";
export { parseHcl, type HclOptions, type HclResult } from "./parse-hcl.js";
export type { HclAttribute, HclBlock, HclBody, HclValue } from "./body.js";
