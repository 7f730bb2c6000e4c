import type { AskExpression, Diagnostic, ResourceHandle, Value } from "../model/index.js";
import type { Dependencies } from "./evaluated.js";

/** What a program can ask of the world beside its own resources: functions of providers, outputs of other stacks. */
export interface Outside {
  /** What must have been planned or performed before the question is asked, beside what it depends on itself. */
  awaits(question: AskExpression, dependencies: Dependencies): readonly ResourceHandle[];

  /**
   * The answer to a question with the value that goes with it, whose secrets are marked so that nothing is said of
   * them. Never rejects. Unknown as long as something that the question depends on is only planned.
   */
  ask(question: AskExpression, value: Value, dependencies: Dependencies): Promise<OutsideAnswer>;
}

export type OutsideAnswer =
  /** Secrets in it stay marked. */
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };
