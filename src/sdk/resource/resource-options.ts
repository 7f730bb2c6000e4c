import type { ComponentResource } from "./component-resource.js";
import type { ProviderResource } from "./provider-resource.js";
import type { Resource } from "./resource.js";
import type { Input } from "../output/shape.js";

/** What every resource can be told beside its arguments. */
export interface ResourceOptions {
  /** The component this one belongs to: created after it, deleted before it, part of its URN. */
  readonly parent?: Resource;
  /** Resources that must be there first. A component stands for everything in it. */
  readonly dependsOn?: Input<Input<Resource> | readonly Input<Resource>[]>;
  /** The provider configuration that manages this resource. */
  readonly provider?: ProviderResource;
  /** Provider configurations for the resources inside a component, one per package. */
  readonly providers?: readonly ProviderResource[] | { readonly [packageName: string]: ProviderResource };
  /** Refuse every plan that deletes or replaces the resource. */
  readonly protect?: boolean;
  /** Forget the resource instead of deleting it. */
  readonly retainOnDelete?: boolean;
  /** Replace by deleting first (`true`) or creating first (`false`), whatever the type prefers. */
  readonly deleteBeforeReplace?: boolean;
  /** Properties whose changes in the program are not acted on. Property paths; `[*]` stands for any key. */
  readonly ignoreChanges?: readonly string[];
  /** Properties whose change replaces the resource. Property paths; `[*]` stands for any key. */
  readonly replaceOnChanges?: readonly string[];
  /** Replace the resource whenever this value changes. */
  readonly replaceTrigger?: Input<unknown>;
  /** Replace the resource whenever one of these is replaced. */
  readonly replaceWith?: readonly Resource[];
  /** Deleting that resource deletes this one too, without a call of its own. */
  readonly deletedWith?: Resource;
  /** Former identities: a whole URN, or what was different. */
  readonly aliases?: readonly Input<string | Alias>[];
  /** Adopt the existing object with this id instead of creating one; with `orCreate`, create one if there is none. */
  readonly import?: string | { readonly id: string; readonly orCreate?: boolean };
  /** Outputs to treat as secret although the provider does not. */
  readonly additionalSecretOutputs?: readonly string[];
  /** The version of the provider package to use. */
  readonly version?: string;
  /** A short name that tells resources of one scope apart (`#ID`). */
  readonly id?: string;
  /** A name that is unique in the whole stack and survives every move in the code (`#GID`). */
  readonly globalId?: string;
  /** How long a step may take before it is given up; an hour unless said. */
  readonly customTimeouts?: CustomTimeouts;
  /** Functions to run around the steps of this resource. */
  readonly hooks?: ResourceHooks;
  /** Repeat a create, update or delete that certainly did not happen. Children of a component inherit it. */
  readonly retry?: ResourceRetry;
  /** Functions that may change arguments and options, of this resource and of those inside it. */
  readonly transforms?: readonly ResourceTransform[];
  /** Properties whose changes are applied but not shown. Property paths. */
  readonly hideDiffs?: readonly string[];
}

/** A former identity of a resource: only what was different. An Output in it must not come from a resource. */
export interface Alias {
  readonly name?: Input<string>;
  readonly type?: Input<string>;
  /** `null`: it had no parent. */
  readonly parent?: Resource | Input<string> | null;
  readonly project?: Input<string>;
  readonly stack?: Input<string>;
}

/** Seconds as a number, or text such as `"90s"`, `"5m"`, `"1h30m"`. */
export interface CustomTimeouts {
  readonly create?: number | string;
  readonly update?: number | string;
  readonly delete?: number | string;
}

/**
 * How often a create, update or delete is called, and how long Coconut waits in between. Only a call that certainly did
 * not happen is repeated, always with the same idempotency key: if the provider throws a `RetryableError`, or an
 * `onError` hook answers `"retry"` to any other failure that is certain. `customTimeouts` holds for each call.
 *
 * ```ts
 * const retry: coconut.ResourceRetry = { attempts: 5, delay: "2s" };
 * ```
 */
export interface ResourceRetry {
  /** How many calls are made at most, the first included: a whole number from 1 to 100. */
  readonly attempts: number;
  /**
   * The wait before the second call, in seconds or as text such as `"500ms"` or `"1m30s"`. Each further wait is twice
   * as long, up to sixteen times `delay`. Stopping the run ends a wait, and the call is not repeated.
   */
  readonly delay: number | string;
}

export interface ResourceHooks {
  readonly beforeCreate?: readonly ResourceHook[];
  readonly afterCreate?: readonly ResourceHook[];
  readonly beforeUpdate?: readonly ResourceHook[];
  readonly afterUpdate?: readonly ResourceHook[];
  readonly beforeDelete?: readonly ResourceHook[];
  readonly afterDelete?: readonly ResourceHook[];
  /** May ask for a call that certainly did not happen to be repeated: at once, or as the option `retry` says. */
  readonly onError?: readonly ((event: ResourceErrorEvent) => ErrorDecision | Promise<ErrorDecision>)[];
}

export type ResourceHook = (event: ResourceHookEvent) => void | Promise<void>;
export type ErrorDecision = "fail" | "retry" | undefined | void;

export interface ResourceHookEvent {
  readonly urn: string;
  readonly name: string;
  readonly type: string;
  readonly id: string | undefined;
  readonly newInputs: { readonly [property: string]: unknown } | undefined;
  readonly oldInputs: { readonly [property: string]: unknown } | undefined;
  readonly newOutputs: { readonly [property: string]: unknown } | undefined;
  readonly oldOutputs: { readonly [property: string]: unknown } | undefined;
}

export interface ResourceErrorEvent extends ResourceHookEvent {
  readonly error: string;
  readonly attempt: number;
}

/**
 * A function that may change what a resource is made from. It is given the arguments and options as transforms
 * before it left them, inherited options included, and returns what is to change, or nothing. It must answer at
 * once, and cannot change type, name, parent, `id` and `globalId`: they say which resource it is.
 *
 * ```ts
 * const tagged: coconut.ResourceTransform = ({ args, options }) => ({
 *   args: { ...args, tags: { owner: "ana" } },
 *   options: { ...options, protect: true },
 * });
 * ```
 */
export type ResourceTransform = (resource: TransformRequest) => TransformResult | undefined | void;

export interface TransformRequest {
  /** For telling its class: its properties are not there yet. */
  readonly resource: Resource | ComponentResource;
  readonly type: string;
  readonly name: string;
  readonly args: { readonly [property: string]: unknown };
  readonly options: ResourceOptions;
}

/** What is left out stays as it is; what is given is all there is. */
export interface TransformResult {
  readonly args?: { readonly [property: string]: unknown };
  readonly options?: ResourceOptions;
}
