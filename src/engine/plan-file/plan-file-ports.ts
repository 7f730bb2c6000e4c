import type { ValueObject } from "../../model/index.js";
import type { FindCode } from "./provider-code.js";
import type { StackStore } from "../../store/internal.js";

/** Tells whether a value that a plan file must not hold is the same; only who has the key of the stack can. */
export function premiseDigest(store: Pick<StackStore, "keyedDigest">): (text: string) => string {
  return (text) => store.keyedDigest("premise", text);
}

/** What a plan file is written for, and checked against. */
export interface PlanFilePorts {
  readonly store: StackStore;
  readonly settings: {
    readonly project: string;
    readonly stack: string;
    readonly namespace?: string;
    readonly config: ValueObject;
  };
  /** The digest of the compiled program; absent for one that is a function. */
  readonly programDigest?: string | undefined;
  /** What providers load is part of the file if this is there. */
  readonly findCode?: FindCode;
}
