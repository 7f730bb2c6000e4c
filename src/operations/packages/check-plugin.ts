import { packageOfType } from "../../model/index.js";
import type { DescribedMemberType, PackageContents } from "../../provider/terraform/project/index.js";
import { namedProviders } from "./install/index.js";

/** The contents of a plugin, or the fields of one of its types. */
export type CheckedPlugin =
  | { readonly kind: "package"; readonly contents: PackageContents }
  | { readonly kind: "type"; readonly type: DescribedMemberType };

/**
 * Describes a plugin that coconut.json names, or one of its types, such as `tf_aws:aws_s3_bucket`. Undefined if the text names
 * no plugin.
 */
export async function checkPlugin(asked: string, projectFolder: string): Promise<CheckedPlugin | undefined> {
  const isType = asked.includes(":");
  const name = isType ? packageOfType(asked) : asked;
  const found = (await namedProviders(projectFolder)).find((each) => each.name === name);
  if (found === undefined) return undefined;
  const { describePackage, describePackageType } = await import("../../provider/terraform/project/index.js");
  const { text } = found;
  if (isType) return { kind: "type", type: await describePackageType(name, asked, text, projectFolder) };
  return { kind: "package", contents: await describePackage(name, text, projectFolder) };
}
