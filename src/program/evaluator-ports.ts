import type { AskExpression, Diagnostic, ResourceHandle, Value, ValueObject } from "../model/index.js";
import type { Dependencies } from "./evaluated.js";

/**
 * The values of resources for one evaluation: planned values during a plan, actual values during an apply. For a
 * resource that is still being planned or applied the answer is a promise, and the expression waits.
 */
export interface ResourceAnswers {
  answer(resource: ResourceHandle): ResourceAnswer | PromiseLike<ResourceAnswer>;
}

export type ResourceAnswer = ResourceProperties | ResourceFailure;

export interface ResourceProperties {
  readonly ok: true;
  /** Values by name: `urn` and `id`, outputs, inputs. Earlier entries take precedence over later ones. */
  readonly properties: readonly ValueObject[];
  /** The state of a property that is not listed: absent after the provider has answered, unknown before. */
  readonly others: "absent" | "unknown";
  readonly packageVersion?: string;
}

/** The resource could not be planned or applied. Each of its fields fails with these problems. */
export interface ResourceFailure {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Answers questions about things other than the program's own resources: provider functions, outputs of other stacks.
 */
export interface Outside {
  /**
   * Returns the resources that must be planned or applied before the question is asked, besides its own dependencies.
   */
  awaits(question: AskExpression, dependencies: Dependencies): readonly ResourceHandle[];

  /**
   * Answers a question. Secrets in `value` are marked and must not appear in any message. Never rejects. The answer is
   * unknown while `value` is, or while any dependency of the question is only planned. Then nothing is asked, and the unknown
   * answer has the mark that answers to this question always have.
   */
  ask(question: AskExpression, value: Value, dependencies: Dependencies): Promise<OutsideAnswer>;
}

export type OutsideAnswer =
  /** Secrets in the value stay marked. */
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };
