/** For the folders that run programs and make resource classes; a program imports `index.ts`. */
export { callbackContext, programContext, runIn, runOutside, type Context } from "./context.js";
export { capture } from "./capture.js";
export type { Construct } from "./condition-guard.js";
export type { CompiledTables } from "./loader.js";
export { defineFieldGetters, fieldNames } from "./output-fields.js";
export { expressionOf, isOutput, outputOf, type Output } from "./output.js";
export { anotherStack } from "./own-resource.js";
export { Recorder, type ProgramSettings } from "./recorder.js";
export { kindKey, schemaKey, type ResourceClass } from "./register-resource.js";
export { handleOf, isResource, registrationOf } from "./resource-brand.js";
export type { WithInputs } from "./shape.js";
export { CallSite, stackPositions } from "./position.js";
export { declareType } from "./site.js";
