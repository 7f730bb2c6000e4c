import type { ValueObject } from "../../model/index.js";
import type { FindCode } from "./provider-code.js";
import type { StackStore } from "../../store/internal.js";

/**
 * Returns a keyed digest that identifies a value without storing it in the plan file. Only holders of the stack's key
 * can compute it.
 */
export function premiseDigest(store: Pick<StackStore, "keyedDigest">): (text: string) => string {
  return (text) => store.keyedDigest("premise", text);
}

/** The facts that a plan file is written for and checked against. */
export interface PlanFilePorts {
  readonly store: StackStore;
  readonly settings: {
    readonly project: string;
    readonly stack: string;
    readonly namespace?: string;
    readonly config: ValueObject;
  };
  /** The digest of the compiled program; absent if the program is a function. */
  readonly programDigest?: string | undefined;
  /** Finds the code that providers load. If present, the plan file is bound to that code. */
  readonly findCode?: FindCode;
}
