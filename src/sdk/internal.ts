/** For the folders that run programs and make resource classes; a program imports `index.ts`. */
export { callbackContext, programContext, runIn, type Context } from "./context.js";
export { capture } from "./capture.js";
export { defineFieldGetters, fieldNames } from "./output-fields.js";
export { expressionOf, isOutput, outputOf, type Output } from "./output.js";
export { Recorder, type ProgramSettings } from "./recorder.js";
export { kindKey, schemaKey, type ResourceClass } from "./register-resource.js";
export { handleOf, isResource, registrationOf } from "./resource-brand.js";
export { announceSite, declareType } from "./site.js";
