import type { Output } from "@coconut/coconut";
import { defineProvider, writeOnly } from "@coconut/coconut/provider";
import * as v from "valibot";
import { expectTypeOf } from "vitest";

const accounts = defineProvider({ package: "accounts", version: "1.0.0" });
declare const name: Output<string>;

// Write-only inputs are given, reach create and update, and are nowhere else.
const Login = accounts.resource("index:Login", {
  inputs: { name: v.string(), password: writeOnly(v.optional(v.string())), pin: writeOnly(v.number()) },
  outputs: { size: v.number() },
  replaceOn: ["name"],
  create: async ({ inputs, isSecret }) => {
    expectTypeOf(inputs).toEqualTypeOf<{
      readonly name: string;
      readonly password?: string;
      readonly pin: number;
    }>();
    isSecret("password");
    return { id: inputs.name, outputs: { size: 1 } };
  },
  read: async ({ prior }) => {
    expectTypeOf(prior.inputs).toEqualTypeOf<{ readonly name: string }>();
    return prior.outputs;
  },
  update: async ({ inputs, prior }) => {
    expectTypeOf(inputs.password).toEqualTypeOf<string | undefined>();
    expectTypeOf(prior.inputs).toEqualTypeOf<{ readonly name: string }>();
    return { size: 2 };
  },
  planDelete: async ({ prior, observed }) => {
    expectTypeOf(observed).toEqualTypeOf<{ readonly size: number }>();
    expectTypeOf(prior.inputs).toEqualTypeOf<{ readonly name: string }>();
  },
  delete: async () => {},
  lookup: async () => ({ inputs: { name: "a" }, outputs: { size: 1 } }),
});
const login = new Login("ana", { name: "ana", pin: 1, password: name });
expectTypeOf(login.name).toEqualTypeOf<Output<string>>();
// @ts-expect-error -- nothing can be read of it
void login.password;
// @ts-expect-error -- it is needed
void new Login("ben", { name: "ben" });
accounts.resource("index:Other", {
  inputs: { name: v.string(), pin: writeOnly(v.number()) },
  outputs: { size: v.number() },
  create: async () => ({ id: "1", outputs: { size: 1 } }),
  read: async () => null,
  update: async () => ({ size: 1 }),
  delete: async () => {},
  // @ts-expect-error -- nothing is recorded that a change could be seen by
  replaceOn: ["pin"],
});
