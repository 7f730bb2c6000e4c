import type { ResourceFields } from "../../model/index.js";
import { declaredField } from "./declared-field.js";
import { outputOf, type Output } from "../output/output.js";
import { registrationOf } from "../recording/brands.js";

/** Returns the Output of one property of a resource. */
export function propertyOutput<T>(resource: object, name: string, declared = true): Output<T> {
  return outputOf({ kind: "property", resource: registrationOf(resource), name, declared });
}

/** Defines one getter per field of the schema on a class. Instances pay nothing for it. */
export function defineFieldGetters(prototype: object, names: Iterable<string>): void {
  for (const name of names) {
    if (name in prototype) continue;
    Object.defineProperty(prototype, name, {
      configurable: true,
      get(this: object) {
        return propertyOutput(this, name);
      },
    });
  }
}

/** Returns the fields of a schema: inputs can be read like outputs. */
export function fieldNames(schema: ResourceFields): Set<string> {
  const names = ["id", ...Object.keys(schema.outputs), ...Object.keys(schema.inputs)];
  return new Set(names.filter(isFieldName));
}

/** False for `then`, which would make a resource awaitable, and `toJSON`, which would answer JSON.stringify. */
function isFieldName(key: string): boolean {
  return key !== "then" && key !== "toJSON";
}

/**
 * Returns the resource behind a proxy that turns the fields of its class into Outputs, however the compiler emitted
 * them. A declared field arrives as a definition without a value. A field whose declaration left no trace is detected
 * when it is first read. A field initialized with undefined stays undefined. With a schema, only the fields of the
 * schema are changed; without one, every such field is.
 */
export function withOutputFields<R extends object>(resource: R, schema: ResourceFields | undefined): R {
  if (schema === undefined) return new Proxy(resource, openFields) as R;
  let handler = schemaFields.get(schema);
  if (handler === undefined) {
    const names = fieldNames(schema);
    handler = fieldsHandler((key) => names.has(key), true);
    schemaFields.set(schema, handler);
  }
  return new Proxy(resource, handler) as R;
}

const schemaFields = new WeakMap<ResourceFields, ProxyHandler<object>>();

const openFields = fieldsHandler(isFieldName, false);

function fieldsHandler(isField: (key: string) => boolean, inSchema: boolean): ProxyHandler<object> {
  return {
    defineProperty(resource, key, descriptor) {
      // A definition describes the whole property; an assignment to an existing one contains only its value.
      const isUnassigned = descriptor.writable === true && descriptor.value === undefined;
      if (!isUnassigned || typeof key === "symbol" || !isField(key)) {
        return Reflect.defineProperty(resource, key, descriptor);
      }
      if (declaredField(resource, key) === "initialised")
        return Reflect.defineProperty(resource, key, descriptor);
      return Reflect.defineProperty(resource, key, { ...descriptor, value: propertyOutput(resource, key) });
    },
    set(resource, key, value, receiver) {
      const isFirst = value === undefined && typeof key !== "symbol" && isField(key) && !(key in resource);
      // Compiler helpers assign undefined to bare fields. Treat that as a definition.
      if (!isFirst || declaredField(resource, key) !== "assigned")
        return Reflect.set(resource, key, value, receiver);
      const descriptor = { value, writable: true, enumerable: true, configurable: true };
      return Reflect.defineProperty(resource, key, descriptor);
    },
    get(resource, key, receiver) {
      if (typeof key === "symbol" || key in resource || !isField(key))
        return Reflect.get(resource, key, receiver);
      const value = propertyOutput(resource, key, inSchema);
      Object.defineProperty(resource, key, { value, writable: true, configurable: true });
      return value;
    },
  };
}
