import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { secret } from "../../provider/index.js";
import { characterConstraints, characterFieldNames, characterFields, randomText } from "./characters.js";
import { onlyInState, random } from "./provider.js";

/**
 * A secret random string: encrypted in state and masked in output. The `id` reveals nothing about it.
 *
 * ```ts
 * const password = new random.Password("password", { length: 24, minNumeric: 2, minSpecial: 1 });
 * const database = new Database("main", { user: "app", password: password.result });
 * ```
 *
 * It cannot be imported, because ids are not secret. Store an existing password in the configuration with
 * `coco config set --secret`.
 */
export const Password = random.resource("index:Password", {
  inputs: characterFields,
  outputs: { result: secret(v.string()) },
  replaceOn: characterFieldNames,
  constraints: characterConstraints,
  ...onlyInState,
  create: async ({ inputs }) => ({ id: randomUUID(), outputs: { result: randomText(inputs) } }),
});
export type Password = InstanceType<typeof Password>;
