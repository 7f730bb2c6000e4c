import { CustomResource, type Input, type Output, type ResourceOptions } from "@coconut/coconut";

// Resource types of a cloud, by token. The code that runs the program chooses the package that implements them.

export class Bucket extends CustomResource {
  readonly arn!: Output<string>;

  constructor(
    name: string,
    args: { readonly name: Input<string>; readonly acl?: Input<string>; readonly region?: Input<string> },
    options?: ResourceOptions,
  ) {
    super("cloud:index:Bucket", name, args, options);
  }
}

export class Site extends CustomResource {
  readonly url!: Output<string>;

  constructor(
    name: string,
    args: { readonly name: Input<string>; readonly bucket: Input<string>; readonly title: Input<string> },
    options?: ResourceOptions,
  ) {
    super("cloud:index:Site", name, args, options);
  }
}

export class Key extends CustomResource {
  readonly material!: Output<string>;

  constructor(
    name: string,
    args: { readonly name: Input<string>; readonly passphrase: Input<string> },
    options?: ResourceOptions,
  ) {
    super("cloud:index:Key", name, args, options);
  }
}
