import type { ComponentResource } from "./component-resource.js";
import type { ProviderResource } from "./provider-resource.js";
import type { Resource } from "./resource.js";
import type { Input } from "../output/shape.js";

/** Options of a resource: the last argument of its constructor. */
export interface ResourceOptions {
  /**
   * The component that the resource belongs to. The resource is created after its parent and deleted before it, and the
   * parent's type is part of its URN.
   */
  readonly parent?: Resource;
  /**
   * Resources that must exist before this one is created or updated. A component includes all resources inside it.
   */
  readonly dependsOn?: Input<Input<Resource> | readonly Input<Resource>[]>;
  /** The provider configuration that manages the resource (default: the stack's configuration of the package). */
  readonly provider?: ProviderResource;
  /** Provider configurations for the resources inside a component, at most one per package. */
  readonly providers?: readonly ProviderResource[] | { readonly [packageName: string]: ProviderResource };
  /** Refuse every plan that deletes or replaces the resource (default: that of the parent, else `false`). */
  readonly protect?: boolean;
  /** Remove the resource from state instead of deleting its object (default: that of the parent, else `false`). */
  readonly retainOnDelete?: boolean;
  /**
   * Replace the resource by deleting it first (`true`) or creating the new one first (`false`); the default depends on
   * the type.
   */
  readonly deleteBeforeReplace?: boolean;
  /** Property paths whose changes in the program are ignored. `[*]` matches any key. */
  readonly ignoreChanges?: readonly string[];
  /** Property paths whose changes replace the resource instead of updating it. `[*]` matches any key. */
  readonly replaceOnChanges?: readonly string[];
  /** Replace the resource whenever this value changes. */
  readonly replaceTrigger?: Input<unknown>;
  /** Replace the resource whenever one of these resources is replaced. */
  readonly replaceWith?: readonly Resource[];
  /** A resource whose deletion also deletes this one. If both are deleted, the provider is not called for this one. */
  readonly deletedWith?: Resource;
  /** Former identities of the resource: a full URN, or the parts that were different. */
  readonly aliases?: readonly Input<string | Alias>[];
  /**
   * Adopt the existing object with this id instead of creating one. With `orCreate`, create it if it does not exist.
   */
  readonly import?: string | { readonly id: string; readonly orCreate?: boolean };
  /** Outputs to treat as secret in addition to those that the provider marks. */
  readonly additionalSecretOutputs?: readonly string[];
  /** The version of the provider package to use. */
  readonly version?: string;
  /** A short name that is unique among the unnamed resources of one scope (`#ID`). */
  readonly id?: string;
  /** A name that is unique in the whole stack and stays the same when code moves (`#GID`). */
  readonly globalId?: string;
  /** Timeouts of create, update and delete (default: one hour each). */
  readonly customTimeouts?: CustomTimeouts;
  /** Functions that run before and after operations on the resource. */
  readonly hooks?: ResourceHooks;
  /** Retry a create, update or delete that failed without effect. Children of a component inherit it. */
  readonly retry?: ResourceRetry;
  /** Functions that may change arguments and options of this resource and of the resources inside it. */
  readonly transforms?: readonly ResourceTransform[];
  /** Property paths whose changes are applied but not shown. */
  readonly hideDiffs?: readonly string[];
}

/**
 * A former identity of a resource. Set only the parts that were different. An Output in it must not come from a
 * resource.
 */
export interface Alias {
  readonly name?: Input<string>;
  readonly type?: Input<string>;
  /** `null` if the resource had no parent. */
  readonly parent?: Resource | Input<string> | null;
  readonly project?: Input<string>;
  readonly stack?: Input<string>;
}

/** Timeouts of operations: a number of seconds, or a string such as `"90s"`, `"5m"`, `"1h30m"`. */
export interface CustomTimeouts {
  readonly create?: number | string;
  readonly update?: number | string;
  readonly delete?: number | string;
}

/**
 * The number of attempts of a create, update or delete, and the delay between them. Coconut retries a call only if it
 * certainly had no effect: the provider throws a `RetryableError`, or an `onError` hook returns `"retry"` for another
 * failure that is certain. Every attempt uses the same idempotency key. `customTimeouts` applies to each attempt.
 *
 * ```ts
 * const retry: coconut.ResourceRetry = { attempts: 5, delay: "2s" };
 * ```
 */
export interface ResourceRetry {
  /** Maximum number of attempts, including the first: a whole number from 1 to 100. */
  readonly attempts: number;
  /**
   * Delay before the second attempt: a number of seconds, or a string such as `"500ms"` or `"1m30s"`. Each further
   * delay is twice as long, up to sixteen times `delay`. Stopping the run ends a delay without another attempt.
   */
  readonly delay: number | string;
}

/** Functions that run before and after operations on a resource. */
export interface ResourceHooks {
  readonly beforeCreate?: readonly ResourceHook[];
  readonly afterCreate?: readonly ResourceHook[];
  readonly beforeUpdate?: readonly ResourceHook[];
  readonly afterUpdate?: readonly ResourceHook[];
  readonly beforeDelete?: readonly ResourceHook[];
  readonly afterDelete?: readonly ResourceHook[];
  /**
   * Runs after a failure. Return `"retry"` to retry a call that had no effect: immediately, or with the delay of the
   * option `retry`.
   */
  readonly onError?: readonly ((event: ResourceErrorEvent) => ErrorDecision | Promise<ErrorDecision>)[];
}

/** A function that runs before or after an operation. If it throws, the operation fails. */
export type ResourceHook = (event: ResourceHookEvent) => void | Promise<void>;
/** The result of an `onError` hook. `undefined` is the same as `"fail"`. */
export type ErrorDecision = "fail" | "retry" | undefined | void;

/** The operation that a hook runs for. */
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

/** The failed operation that an `onError` hook runs for. */
export interface ResourceErrorEvent extends ResourceHookEvent {
  readonly error: string;
  readonly attempt: number;
}

/**
 * A function that may change the arguments and options of a resource. It receives them as earlier transforms left them,
 * including inherited options, and returns the changes, or nothing. It must be synchronous. It cannot change type,
 * name, parent, `id` and `globalId`, which identify the resource.
 *
 * ```ts
 * const tagged: coconut.ResourceTransform = ({ args, options }) => ({
 *   args: { ...args, tags: { owner: "ana" } },
 *   options: { ...options, protect: true },
 * });
 * ```
 */
export type ResourceTransform = (resource: TransformRequest) => TransformResult | undefined | void;

/** The resource that a transform may change. */
export interface TransformRequest {
  /** The resource object, to test its class. Its properties are not available yet. */
  readonly resource: Resource | ComponentResource;
  readonly type: string;
  readonly name: string;
  readonly args: { readonly [property: string]: unknown };
  readonly options: ResourceOptions;
}

/**
 * The changes of a transform. A member that is left out stays unchanged; a given one replaces the previous value as a
 * whole.
 */
export interface TransformResult {
  readonly args?: { readonly [property: string]: unknown };
  readonly options?: ResourceOptions;
}
