/**
 * Schemas of Terraform types, and what follows from them alone: names, configurations, values of programs.
 *
 * Pure. Imports: model.
 */
export * from "./block-values.js";
export { configurationOf } from "./configuration.js";
export type { ConfigurationFault } from "./configuration-walk.js";
export * from "./function-blocks.js";
export { configurationOfState } from "./generated-configuration.js";
export { ignoreChanges } from "./ignore-changes.js";
export { isMarkedAt, noMarks, type Marks } from "./marks.js";
export { secretAt } from "./path-marks.js";
export { misplacedEphemerals } from "./misplaced-ephemerals.js";
export { topNamesOf } from "./names.js";
export { containsCtyPath, patternOf, programPath } from "./paths.js";
export { isComputedOnly, placeOf, programName, type Member, type ObjectPlace, type Place } from "./place.js";
export { programValues } from "./program-values.js";
export { hasUnrecorded, recordedInputs } from "./recorded-inputs.js";
export * from "./schema.js";
export { withSecretInputs } from "./secret-inputs.js";
export { secretTextsOf } from "./secret-texts.js";
export { hasWriteOnly, withoutWriteOnly, withWriteOnly } from "./write-only.js";
export { idOf } from "./stored-id.js";
export { withTimeouts } from "./timeouts.js";
