/** Names the package of a type, if it differs from the name that the type begins with. */
export interface TerraformPackage {
  /** The package in coconut.json. Default: `tf_` and the first part of the type, so `tf_aws` for `aws_s3_bucket`. */
  readonly package?: string;
}

/** Returns the package of a Terraform type or of a provider: `tf_aws` for `aws_s3_bucket`, `tf_google_beta` for `google-beta`. */
export function packageNameOf(name: string, part: "type" | "provider"): string {
  const provider = part === "type" ? name.split("_", 1)[0]! : name;
  return `tf_${provider.replaceAll("-", "_")}`;
}
