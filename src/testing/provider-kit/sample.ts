import type { CustomResource, Unwrap } from "../../sdk/index.js";

/** What the tests of a resource type are made of. */
export interface ProviderSample<Type extends SampleType> {
  readonly type: Type;

  /** Inputs for an object that does not exist yet: others each time. */
  readonly create: () => SampleInputs<Type> | Promise<SampleInputs<Type>>;

  /** Inputs that the same object can be brought to. */
  readonly update?: (inputs: SampleInputs<Type>) => SampleInputs<Type>;

  /** Inputs that only another object can have. */
  readonly replace?: (inputs: SampleInputs<Type>) => SampleInputs<Type>;

  /** Inputs in which the given text is a secret: of a secret field, or made one by `secret(text)`. */
  readonly secret?: (text: string) => SampleInputs<Type> | Promise<SampleInputs<Type>>;

  /** Changes the object as somebody else would, so that its outputs are others. */
  readonly drift?: (object: SampleObject<Type>) => Promise<unknown>;

  /** Removes the object as somebody else would. The `delete` of the type does it unless this is given. */
  readonly remove?: (object: SampleObject<Type>) => Promise<unknown>;

  /**
   * That its objects are nothing but what state holds of them, as with a random number: there is nothing that
   * could be changed, be gone or be found.
   */
  readonly onlyInState?: boolean;
}

/** The class of a resource type. */
export type SampleType = new (name: string, args: never) => CustomResource;

/** What its constructor takes. */
export type SampleInputs<Type extends SampleType> = NonNullable<ConstructorParameters<Type>[1]>;

/** An object that a test has made. */
export interface SampleObject<Type extends SampleType> {
  readonly id: string;
  /** As hooks see them: decoded, with defaults. */
  readonly inputs: { readonly [Field in keyof SampleInputs<Type>]: Unwrap<SampleInputs<Type>[Field]> };
  /** All that its resource shows: inputs, and outputs over them. */
  readonly outputs: {
    readonly [Field in Exclude<keyof InstanceType<Type>, keyof CustomResource>]: Unwrap<
      InstanceType<Type>[Field]
    >;
  };
}

/** A sample whose types do not matter. */
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
