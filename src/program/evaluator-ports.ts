import type { AskExpression, Diagnostic, ResourceHandle, Value, ValueObject } from "../model/index.js";
import type { Dependencies } from "./evaluated.js";

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

/** What a program can ask of the world beside its own resources: functions of providers, outputs of other stacks. */
export interface Outside {
  /** What must have been planned or performed before the question is asked, beside what it depends on itself. */
  awaits(question: AskExpression, dependencies: Dependencies): readonly ResourceHandle[];

  /**
   * The answer to a question with the value that goes with it, whose secrets are marked so that nothing is said of
   * them. Never rejects. Unknown as long as the value is, or something that the question depends on is only planned; then
   * nothing is asked, and the answer has the mark of those that the question always has.
   */
  ask(question: AskExpression, value: Value, dependencies: Dependencies): Promise<OutsideAnswer>;
}

export type OutsideAnswer =
  /** Secrets in it stay marked. */
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };
