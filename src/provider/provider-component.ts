import { RemoteComponent, type Output, type ResourceOptions } from "../sdk/index.js";
import { defineFieldGetters, fieldNames, registerResourceClass, schemaKey } from "../sdk/internal.js";
import type { Fields } from "./fields.js";
import type { Provider } from "./provider.js";
import type { ConstructorArguments } from "./resource-type.js";

/**
 * The class of a component type. Components have their inputs and outputs as properties of type Output.
 *
 * ```ts
 * const site = new Site("shop", { domain: "shop.test" });
 * export const { url } = site;
 * ```
 */
export interface ComponentType<Args, Properties> {
  /** Without a name, the name is derived from the place in the program that creates the component. */
  new (...parameters: ConstructorArguments<Args>): RemoteComponent & Properties;
  new (name: string, ...parameters: ConstructorArguments<Args>): RemoteComponent & Properties;
}

/** The definition of a component type. */
export interface ComponentHooks<Inputs, GivenOutputs> {
  /**
   * Creates the resources of the component and returns its outputs. Runs as part of the program, so inputs are Outputs. A
   * resource without a parent becomes a child of the component.
   */
  readonly construct: (call: ConstructCall<Inputs>) => GivenOutputs | Promise<GivenOutputs>;
}

/** The arguments of `construct`. */
export interface ConstructCall<Inputs> {
  /** The name of the component. Names of children usually start with it. */
  readonly name: string;
  readonly inputs: Inputs;
  /** The options from the program. Children already inherit the inheritable ones. */
  readonly options: ResourceOptions;
  readonly component: RemoteComponent;
}

/** A component type, for the engine. */
export interface DefinedComponent extends ComponentHooks<
  { readonly [field: string]: Output<unknown> },
  object
> {
  /** `shop:web:Site` */
  readonly type: string;
  readonly provider: Provider<unknown, unknown>;
  readonly inputs: Fields;
  readonly outputs: Fields;
}

export function componentClass(defined: DefinedComponent): ComponentType<object, object> {
  const { type } = defined;
  const name = type.slice(type.lastIndexOf(":") + 1);
  // A computed property gives the class the name of the type, also in stack traces.
  const made = {
    [name]: class extends RemoteComponent {
      constructor(...parameters: [name: string, args?: object, options?: ResourceOptions]) {
        super(type, ...parameters);
      }
    },
  }[name]!;
  const names = fieldNames(defined);
  // A component has no id of its own.
  names.delete("id");
  Object.defineProperty(made, schemaKey, { value: defined });
  Object.defineProperty(made, definitionKey, { value: defined });
  defineFieldGetters(made.prototype, names);
  registerResourceClass(type, defined.provider.version, made);
  return made as unknown as ComponentType<object, object>;
}

const definitionKey = Symbol.for("coconut.component");

/** Returns the definition behind a class of a component type; undefined for any other class. */
export function componentDefinition(type: object): DefinedComponent | undefined {
  return (type as { readonly [definitionKey]?: DefinedComponent })[definitionKey];
}
