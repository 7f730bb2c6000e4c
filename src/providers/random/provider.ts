import { defineProvider } from "../../provider/index.js";
import * as v from "valibot";

/** Values that are made once by chance and then stay. */
export const random = defineProvider({ package: "random", version: "1.0.0" });

/** Values of the user's own: a change of any makes a new random value. Compared, kept, and used for nothing else. */
export const keepers = v.optional(
  // Not v.record, which drops the key "constructor" and others.
  v.custom<{ readonly [name: string]: unknown }>(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    "Keepers are an object of values by name.",
  ),
);

/**
 * What all types of this package share. A value exists nowhere but in state, so there is nothing to look at, to
 * change or to delete; and a create that was cut off has made nothing, since nobody was told its value.
 */
export const onlyInState = {
  read: async <Outputs>({ prior }: WithPrior<Outputs>) => prior.outputs,
  update: async <Outputs>({ prior }: WithPrior<Outputs>) => prior.outputs,
  delete: async () => {},
  find: async () => [],
  lateWithinMs: 0,
  coexists: true,
  // The id is the value, and chance may make the same one twice.
  uniqueIds: false,
};

interface WithPrior<Outputs> {
  readonly prior: { readonly outputs: Outputs };
}

/** What is said of an id that cannot be imported. */
export class NotImportable extends Error {
  constructor(type: string, form: string, example: string) {
    super(`A ${type} is imported by ${form}, as in ${JSON.stringify(example)}.`);
    this.name = "NotImportable";
  }
}
