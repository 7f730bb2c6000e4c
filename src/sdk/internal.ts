/** Exports for the folders that run programs and generate resource classes. Programs import `index.ts`. */
export {
  callbackContext,
  currentContext,
  forgetContexts,
  programContext,
  runIn,
  runOutside,
  type Context,
} from "./recording/context.js";
export { capture } from "./recording/capture.js";
export type { ConstructComponent, ConstructRequest } from "./recording/constructions.js";
export { asCalledOutput, type Construct } from "./output/condition-guard.js";
export { isWatchedMethod } from "./output/watched-calls.js";
export { compiled, type CompiledTables } from "./loader.js";
export { defineFieldGetters, fieldNames } from "./resource/output-fields.js";
export { expressionOf, isOutput, outputOf, type Output } from "./output/output.js";
export { anotherStack } from "./recording/own-resource.js";
export {
  Recorder,
  type PlainInvocation,
  type PlainInvoke,
  type ProgramSettings,
} from "./recording/recorder.js";
export { hydrate } from "./resource/hydrate.js";
export { registerResourceClass } from "./resource/resource-classes.js";
export {
  handleOf,
  isResource,
  kindKey,
  registrationOf,
  schemaKey,
  type ResourceClass,
} from "./recording/brands.js";
export type { WithInputs } from "./output/shape.js";
export { CallSite, stackCalls } from "./recording/position.js";
export { declareType } from "./recording/site.js";
