import * as coconut from "@coconut/coconut";

/** A custom resource as a package for a provider has it. */
export class Bucket extends coconut.CustomResource {
  readonly arn!: coconut.Output<string>;
  readonly tags!: coconut.Output<{ owner: string; team?: string }>;
  readonly zones!: coconut.Output<string[]>;
  readonly region!: coconut.Output<string>;

  constructor(name: string, args: BucketArgs = {}, options?: coconut.ResourceOptions) {
    super("aws:s3:Bucket", name, args, options);
  }
}

export interface BucketArgs {
  readonly region?: coconut.Input<string>;
  readonly [property: string]: unknown;
}

/** A component that makes one child. */
export class Site extends coconut.ComponentResource {
  readonly files: Bucket;

  constructor(name: string, args: object = {}, options?: coconut.ResourceOptions) {
    super("shop:web:Site", name, args, options);
    this.files = new Bucket(`${name}-files`, {}, { parent: this });
    this.registerOutputs({ arn: this.files.arn });
  }
}

export class AwsProvider extends coconut.ProviderResource {
  constructor(name: string, config: { region?: coconut.Input<string> } = {}) {
    super("aws", name, config);
  }
}
