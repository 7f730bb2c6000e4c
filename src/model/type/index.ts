/**
 * Types as data: how they are built, compared, written, shaped, checked against values, and derived from
 * JSON Schema.
 *
 * Never knows a schema library, a resource class or a provider, and never
 * decides what happens to a value that does not have its type.
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
