/**
 * Schemas of Terraform types, and what follows from them alone: names, configurations, values of programs.
 *
 * Pure. Imports: model.
 */
export * from "./block-values.js";
export { configurationOf, valueOfType, type Configured, type ConfiguredValue } from "./configuration.js";
export type { ConfigurationFault } from "./configuration-walk.js";
export { configurationOfState, type StateOrigin } from "./generated-configuration.js";
export { ignoreChanges, type KeptConfiguration } from "./ignore-changes.js";
export { hasMarks, isMarkedAt, marksAt, noMarks, type MarkKey, type Marks } from "./marks.js";
export { misplacedEphemerals } from "./misplaced-ephemerals.js";
export { camelCase, namesOf, topNamesOf, type NamedLevel, type Names } from "./names.js";
export { containsCtyPath, ctyPathOf, patternOf, programPath, type PathPattern } from "./paths.js";
export { programValueOf, programValues } from "./program-values.js";
export { hasUnrecorded, recordedInputs } from "./recorded-inputs.js";
export * from "./schema.js";
export { secretTextsOf } from "./secret-texts.js";
export { withoutWriteOnly, withWriteOnly } from "./write-only.js";
export { idOf, noId } from "./stored-id.js";
export { withTimeouts, type OperationTimeouts } from "./timeouts.js";
