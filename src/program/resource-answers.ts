import type { Diagnostic, ResourceHandle, ValueObject } from "../model/index.js";

/**
 * What an evaluation knows of resources: at plan time what the plan says they will have, at apply time what
 * they have. A resource that is still being planned or performed answers with a promise, and the expression
 * waits.
 */
export interface ResourceAnswers {
  answer(resource: ResourceHandle): ResourceAnswer | PromiseLike<ResourceAnswer>;
}

export type ResourceAnswer = ResourceProperties | ResourceFailure;

export interface ResourceProperties {
  readonly ok: true;
  /** What it has by name: `urn` and `id`, outputs, inputs. What comes first hides what comes behind. */
  readonly properties: readonly ValueObject[];
  /** What a property that is not listed is: absent once the provider has answered, unknown before. */
  readonly others: "absent" | "unknown";
  readonly packageVersion?: string;
}

/** The resource could not be planned or performed. Every one of its fields completes with this. */
export interface ResourceFailure {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
}
