import * as coconut from "@coconut/coconut";

/** The resource that the illustrations make. No schema of it is loaded. */
export class Bucket extends coconut.CustomResource {
  readonly arn!: coconut.Output<string>;
  readonly tags!: coconut.Output<{ owner: string; team: string }>;

  constructor(name: string, args: BucketArgs = {}, options?: coconut.ResourceOptions) {
    super("aws:s3:Bucket", name, args, options);
  }
}

export interface BucketArgs {
  readonly region?: coconut.Input<string>;
  readonly source?: coconut.Resource;
}

/** The URN of a bucket without a parent, as the test kit calls stack and project. */
export function bucketUrn(name: string): string {
  return `urn:pulumi:test::project::aws:s3:Bucket::${name}`;
}
