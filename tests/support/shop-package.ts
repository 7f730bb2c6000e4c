import * as v from "valibot";
import { defineProvider, reference, secret } from "../../src/provider/index.js";
import {
  CustomResource,
  interpolate,
  type Input,
  type Output,
  type ResourceOptions,
} from "../../src/sdk/index.js";

/** The package `cloud` as other packages know it: by the tokens of its types alone. */
export class Bucket extends CustomResource {
  readonly arn!: Output<string>;
  readonly acl!: Output<string>;

  constructor(
    name: string,
    args: { name: Input<string>; acl?: Input<string>; region?: Input<string> },
    options?: ResourceOptions,
  ) {
    super("cloud:index:Bucket", name, args, options);
  }
}

export class Key extends CustomResource {
  readonly fingerprint!: Output<string>;
  readonly material!: Output<string>;

  constructor(
    name: string,
    args: { name: Input<string>; passphrase?: Input<string> },
    options?: ResourceOptions,
  ) {
    super("cloud:index:Key", name, args, options);
  }
}

/** A package that provides components made of what `cloud` has. */
export function shopPackage() {
  const shop = defineProvider({ package: "shop", version: "2.1.0" });
  const Vault = shop.component("web:Vault", {
    inputs: {
      passphrase: v.string(),
      acl: v.optional(v.picklist(["private", "public"]), "private"),
      beside: reference(CustomResource, { optional: true }),
      label: v.optional(v.string()),
    },
    outputs: {
      arn: v.string(),
      fingerprint: v.string(),
      material: secret(v.string()),
      bucket: reference(Bucket),
      acl: v.string(),
    },
    construct: ({ name, inputs }) => {
      const key = new Key(`${name}-key`, { name: `${name}-key`, passphrase: inputs.passphrase });
      const bucket = new Bucket(`${name}-files`, {
        name: interpolate`${name}-of-${key.fingerprint}`,
        acl: inputs.acl,
        ...(inputs.label && { region: inputs.label }),
      });
      if (inputs.beside !== undefined)
        new Bucket(`${name}-beside`, { name: inputs.beside.apply(({ id }) => interpolate`beside-${id}`) });
      const { fingerprint, material } = key;
      return { arn: bucket.arn, fingerprint, material, bucket, acl: inputs.acl };
    },
  });
  return { shop, Vault };
}
