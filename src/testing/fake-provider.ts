import * as v from "valibot";
import { defineProvider, rule, secret } from "../provider/index.js";
import type { Cloud } from "./cloud/index.js";
import { managed } from "./managed-object.js";

/** Hooks and settings that a test puts in the place of a type's own. They are not checked by the compiler. */
export type FakeOverrides = { readonly [Type in keyof FakeTypes]?: object };

export type FakeTypes = ReturnType<typeof fakeProvider>["types"];

/**
 * The package `cloud`: resource types that manage objects of a cloud, and among them use every rule that a type
 * can have. `overrides` replaces parts of a type: `{ Task: { replaceOn: ["command"] } }`.
 */
export function fakeProvider(cloud: Cloud, overrides: { readonly [type: string]: object | undefined } = {}) {
  const provider = defineProvider({
    package: "cloud",
    version: "1.0.0",
    config: { account: v.optional(v.string(), "main"), password: secret(v.optional(v.string())) },
    connect: ({ account }) => ({ cloud, account }),
  });
  return { provider, types: { ...storageTypes(provider, overrides), ...otherTypes(provider, overrides) } };
}

type FakePackage = ReturnType<typeof definePackage>;
declare function definePackage(): ReturnType<
  typeof defineProvider<
    {
      readonly account: v.OptionalSchema<v.StringSchema<undefined>, "main">;
      readonly password: v.OptionalSchema<v.StringSchema<undefined>, undefined>;
    },
    { readonly cloud: Cloud; readonly account: string }
  >
>;
