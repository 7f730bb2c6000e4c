import { defineProvider } from "../../provider/index.js";
import * as v from "valibot";

/** The provider of random values, which are generated once and then kept. */
export const random = defineProvider({ package: "random", version: "1.0.0" });

/** Arbitrary values whose change generates a new random value. They are not used for anything else. */
export const keepers = v.optional(
  // Not v.record, which drops the key "constructor" and others.
  v.custom<{ readonly [name: string]: unknown }>(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    "keepers must be an object.",
  ),
);

/**
 * The hooks and options that all types of this package share. A value exists only in state, so there is nothing to read,
 * update or delete. An interrupted create made nothing, because its value was never recorded.
 */
export const onlyInState = {
  read: async <Outputs>({ prior }: WithPrior<Outputs>) => prior.outputs,
  update: async <Outputs>({ prior }: WithPrior<Outputs>) => prior.outputs,
  delete: async () => {},
  find: async () => [],
  lateWithinMs: 0,
  coexists: true,
  // The id is the value, and the same value may be drawn twice.
  uniqueIds: false,
};

interface WithPrior<Outputs> {
  readonly prior: { readonly outputs: Outputs };
}

/** The error for an id that cannot be imported. */
export class NotImportable extends Error {
  constructor(type: string, form: string, example: string) {
    super(`The id to import a ${type} must be ${form}, for example ${JSON.stringify(example)}.`);
    this.name = "NotImportable";
  }
}
