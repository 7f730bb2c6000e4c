import type { CustomResource, Unwrap } from "../../sdk/index.js";

/** The sample inputs and changes from which the tests of a resource type are built. */
export interface ProviderSample<Type extends SampleType> {
  readonly type: Type;

  /** Returns inputs for an object that does not exist yet. They must differ on each call. */
  readonly create: () => SampleInputs<Type> | Promise<SampleInputs<Type>>;

  /** Returns inputs that the same object can be updated to. */
  readonly update?: (inputs: SampleInputs<Type>) => SampleInputs<Type>;

  /** Returns inputs that require a replacement. */
  readonly replace?: (inputs: SampleInputs<Type>) => SampleInputs<Type>;

  /** Returns inputs that contain the given text as a secret: in a secret field, or wrapped in `secret(text)`. */
  readonly secret?: (text: string) => SampleInputs<Type> | Promise<SampleInputs<Type>>;

  /** Changes the object outside Coconut, in a way that changes its outputs. */
  readonly drift?: (object: SampleObject<Type>) => Promise<unknown>;

  /** Deletes the object outside Coconut (default: the `delete` hook of the type). */
  readonly remove?: (object: SampleObject<Type>) => Promise<unknown>;

  /**
   * True if objects exist only in state, like a random number: there is nothing that could drift, be deleted or be
   * found.
   */
  readonly onlyInState?: boolean;
}

/** The class of a resource type. */
export type SampleType = new (name: string, args: never) => CustomResource;

/** The arguments of its constructor. */
export type SampleInputs<Type extends SampleType> = NonNullable<ConstructorParameters<Type>[1]>;

/** An object that a test has created. */
export interface SampleObject<Type extends SampleType> {
  readonly id: string;
  /** The inputs as hooks see them: decoded, with defaults. */
  readonly inputs: { readonly [Field in keyof SampleInputs<Type>]: Unwrap<SampleInputs<Type>[Field]> };
  /** All properties of the resource: inputs, overlaid with outputs. */
  readonly outputs: {
    readonly [Field in Exclude<keyof InstanceType<Type>, keyof CustomResource>]: Unwrap<
      InstanceType<Type>[Field]
    >;
  };
}

/** A sample without its types. */
export interface AnySample {
  readonly type: new (name: string, args: AnyInputs, options?: object) => object;
  readonly create: () => AnyInputs | Promise<AnyInputs>;
  readonly update?: (inputs: AnyInputs) => AnyInputs;
  readonly replace?: (inputs: AnyInputs) => AnyInputs;
  readonly secret?: (text: string) => AnyInputs | Promise<AnyInputs>;
  readonly drift?: (object: AnyObject) => Promise<unknown>;
  readonly remove?: (object: AnyObject) => Promise<unknown>;
  readonly onlyInState?: boolean;
}

export interface AnyObject {
  readonly id: string;
  readonly inputs: AnyInputs;
  readonly outputs: AnyInputs;
}

export type AnyInputs = { readonly [field: string]: unknown };
