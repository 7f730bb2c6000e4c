/**
 * Types as data: construction, comparison, notation, shapes, checking of values, and conversion from JSON Schema.
 *
 * Does not depend on a schema library, a resource class or a provider, and never decides what happens to a value of the
 * wrong type.
 */
export {
  anyType,
  archiveType,
  arrayType,
  assetType,
  boolType,
  enumType,
  equalTypes,
  inputType,
  mapType,
  maximumTypeDepth,
  nullType,
  numberType,
  objectType,
  outputType,
  promiseType,
  referenceType,
  stringType,
  tupleType,
  unionType,
  type EnumType,
  type Field,
  type Scalar,
  type ScalarType,
  type Type,
} from "./type.js";
export { typeFromJsonSchema } from "./from-json-schema.js";
export { outlineType } from "./outline-type.js";
export { checkType } from "./type-check.js";
export { inputShape, outputShape, plainShape, unwrapType } from "./type-shape.js";
export { parseType, printType } from "./type-text.js";
