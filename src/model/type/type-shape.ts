import {
  arrayType,
  inputType,
  mapType,
  objectType,
  outputType,
  tupleType,
  unionType,
  type Type,
} from "./type.js";

/**
 * Pushes `Input` inwards, so that any part of a composite value may be an output: `Array<String>` becomes
 * `Input<Array<Input<String>>>`.
 *
 * All three shapes ignore `Output<U>` and `Promise<U>` at every depth: their shape is that of `U`. So is that of
 * `Input<U>`, which equals `Union<U, Output<U>>`. Each shape is therefore idempotent, and does not depend on how a type
 * was wrapped before.
 */
export function inputShape(type: Type): Type {
  return shape(type, inputType);
}

/** Pushes `Output` inwards, so that every part of a composite value has its own metadata. */
export function outputShape(type: Type): Type {
  return shape(type, outputType);
}

/** Returns the type without any `Input`, `Output` and `Promise`. */
export function plainShape(type: Type): Type {
  return shape(type, (inner) => inner);
}

/**
 * Returns the type without the `Input`, `Output` and `Promise` around it. In a union they are also removed around its
 * members: `Union<String, Output<String>>` is `String`.
 */
export function unwrapType(type: Type): Type {
  switch (type.kind) {
    case "input":
    case "output":
    case "promise":
      return unwrapType(type.inner);
    case "union":
      return unionType(type.members.map(unwrapType));
    default:
      return type;
  }
}

function shape(type: Type, wrap: (inner: Type) => Type): Type {
  const inside = (inner: Type) => shape(inner, wrap);
  const bare = unwrapType(type);
  switch (bare.kind) {
    case "tuple":
      return wrap(tupleType(bare.items.map(inside)));
    case "array":
      return wrap(arrayType(inside(bare.element)));
    case "map":
      return wrap(mapType(inside(bare.element)));
    case "object":
      return wrap(objectType(bare.fields.map((field) => ({ ...field, type: inside(field.type) }))));
    case "union": {
      // Members that differed only in their wrapping are now one, which is already wrapped.
      const members = unionType(bare.members.map(inside));
      return members.kind === "union" ? wrap(members) : members;
    }
    default:
      return wrap(bare);
  }
}
