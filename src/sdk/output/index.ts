/**
 * Outputs as programs write them: the face of expressions, the shapes of types, and what combines them.
 *
 * Imports `model/` and the recording beside it. Never evaluates an expression.
 */
export * as asset from "./asset.js";
export { all, apply, isSecret, output, secret, unsecret, unwrap } from "./combinators.js";
export { isOutput, type Output } from "./output.js";
export type { Input, InputShape, OutputShape, PlainShape, Unwrap } from "./shape.js";
export { concat, interpolate, jsonParse, jsonStringify } from "./text.js";
