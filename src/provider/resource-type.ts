import { CustomResource, type Callable, type Input, type ResourceOptions } from "../sdk/index.js";
import { defineFieldGetters, fieldNames, registerResourceClass, schemaKey } from "../sdk/internal.js";
import type { DecodedFields, Fields } from "./fields.js";
import type { MethodCall } from "./hook-calls.js";
import type { Provider } from "./provider.js";
import type { ResourceHooks } from "./resource-hooks.js";
import { writeOnlyNames } from "./write-only.js";

/**
 * The class of a resource type that a provider defines. Its resources have their inputs and outputs as Outputs.
 *
 * ```ts
 * const file = new File("greeting", { path: "hello.txt", content: "Hello" });
 * const other = File.get("other", "other.txt");
 * ```
 */
export interface ResourceType<Args, Properties> {
  /** Without a name the resource is called after the place where it is made. */
  new (...parameters: ConstructorArguments<Args>): CustomResource & Properties;
  new (name: string, ...parameters: ConstructorArguments<Args>): CustomResource & Properties;

  /** Reads an existing object that this stack does not own. It is never created, changed or deleted. */
  get(name: string, id: Input<string>, options?: ResourceOptions): CustomResource & Properties;
}

/** Nothing for types without methods, so that hovers do not speak of them. */
export type MethodsOf<Methods> = {} extends Methods ? unknown : Callable<Methods>;

/** What follows the name in a constructor: arguments that may be left out if all of them are optional. */
export type ConstructorArguments<Args> = {} extends Args
  ? [args?: Args, options?: ResourceOptions]
  : [args: Args, options?: ResourceOptions];

/** A resource type as the engine sees it. */
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

/** A method of a resource type as the engine sees it. */
export interface DefinedMethod {
  readonly inputs: Fields;
  readonly outputs: Fields;
  readonly call: (
    call: MethodCall<DecodedFields, DecodedFields, DecodedFields, unknown, unknown>,
  ) => Promise<DecodedFields>;
}

/** A class with next to nothing in it: what its resources have are getters, made here once. */
export function resourceClass(defined: DefinedResource): ResourceType<object, object> {
  const { type } = defined;
  const name = type.slice(type.lastIndexOf(":") + 1);
  // Written as a property so that the class has the name of the type, in stack traces too.
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

/** What a provider said of the resource type that a class stands for; undefined for every other class. */
export function definitionOf(type: object): DefinedResource | undefined {
  return (type as { readonly [definitionKey]?: DefinedResource })[definitionKey];
}
