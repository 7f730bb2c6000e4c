import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { keepers, NotImportable, onlyInState, random } from "./provider.js";

/**
 * A random UUID (version 4). Not secret.
 *
 * ```ts
 * const tenant = new random.Uuid("tenant");
 * export const id = tenant.result; // 1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b
 * ```
 */
export const Uuid = random.resource("index:Uuid", {
  inputs: { keepers },
  outputs: {
    /** The UUID in lowercase. Also the `id`. */
    result: v.string(),
  },
  replaceOn: ["keepers"],
  ...onlyInState,
  create: async () => {
    const result = randomUUID();
    return { id: result, outputs: { result } };
  },
  lookup: async ({ id }) => {
    const result = id.toLowerCase();
    if (!form.test(result))
      throw new NotImportable("random Uuid", "a UUID", "1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b");
    return { id: result, inputs: {}, outputs: { result } };
  },
});
export type Uuid = InstanceType<typeof Uuid>;

const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
