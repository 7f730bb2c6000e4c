import { CustomResource, type Callable, type Input, type ResourceOptions } from "../sdk/index.js";
import { defineFieldGetters, fieldNames, registerResourceClass, schemaKey } from "../sdk/internal.js";
import type { DecodedFields, Fields } from "./fields.js";
import type { MethodCall } from "./hook-calls.js";
import type { Provider } from "./provider.js";
import type { ResourceHooks } from "./resource-hooks.js";
import { writeOnlyNames } from "./write-only.js";

/**
 * The class of a resource type. Resources have their inputs and outputs as properties of type Output.
 *
 * ```ts
 * const file = new File("greeting", { path: "hello.txt", content: "Hello" });
 * const other = File.get("other", "other.txt");
 * ```
 */
export interface ResourceType<Args, Properties> {
  /** Without a name, the name is derived from the place in the program that creates the resource. */
  new (...parameters: ConstructorArguments<Args>): CustomResource & Properties;
  new (name: string, ...parameters: ConstructorArguments<Args>): CustomResource & Properties;

  /** Reads an existing object that this stack does not manage. Coconut never creates, updates or deletes it. */
  get(name: string, id: Input<string>, options?: ResourceOptions): CustomResource & Properties;
}

/** `unknown` for types without methods, so that hover text does not mention methods. */
export type MethodsOf<Methods> = {} extends Methods ? unknown : Callable<Methods>;

/** The constructor parameters after the name. `args` may be omitted if all of its members are optional. */
export type ConstructorArguments<Args> = {} extends Args
  ? [args?: Args, options?: ResourceOptions]
  : [args: Args, options?: ResourceOptions];

/** A resource type, for the engine. */
export interface DefinedResource extends ResourceHooks<
  DecodedFields,
  DecodedFields,
  DecodedFields,
  DecodedFields,
  unknown,
  unknown
> {
  /** `disk:fs:File` */
  readonly type: string;
  readonly provider: Provider<unknown, unknown>;
  readonly inputs: Fields;
  readonly outputs: Fields;
  readonly methods?: { readonly [name: string]: DefinedMethod };
}

/** A method of a resource type, for the engine. */
export interface DefinedMethod {
  readonly inputs: Fields;
  readonly outputs: Fields;
  readonly call: (
    call: MethodCall<DecodedFields, DecodedFields, DecodedFields, unknown, unknown>,
  ) => Promise<DecodedFields>;
}

/** Creates the class of a resource type. Its fields are getters on the prototype. */
export function resourceClass(defined: DefinedResource): ResourceType<object, object> {
  const { type } = defined;
  const name = type.slice(type.lastIndexOf(":") + 1);
  // A computed property gives the class the name of the type, also in stack traces.
  const made = {
    [name]: class extends CustomResource {
      constructor(...parameters: [name: string, args?: object, options?: ResourceOptions]) {
        super(type, ...parameters);
      }
    },
  }[name]!;
  Object.defineProperty(made, schemaKey, { value: defined });
  Object.defineProperty(made, definitionKey, { value: defined });
  const hidden = new Set(writeOnlyNames(defined.inputs));
  defineFieldGetters(
    made.prototype,
    [...fieldNames(defined)].filter((name) => !hidden.has(name)),
  );
  registerResourceClass(type, defined.provider.version, made);
  return made as unknown as ResourceType<object, object>;
}

const definitionKey = Symbol.for("coconut.definition");

/** Returns the definition behind a class of a resource type; undefined for any other class. */
export function definitionOf(type: object): DefinedResource | undefined {
  return (type as { readonly [definitionKey]?: DefinedResource })[definitionKey];
}
