import type { PackageRecord } from "../../../model/index.js";
import { packageKinds } from "../kinds.js";
import type { CodePart } from "./package-code.js";

/** Finds the code of a plugin, if its kind can identify it. The returned function returns it as one part. */
export async function pluginCode(
  record: PackageRecord,
  projectFolder: string,
): Promise<() => readonly CodePart[]> {
  const kind = packageKinds({ projectFolder }).find(({ name }) => name === record.plugin?.kind);
  const seal = await kind?.codeOf?.(record);
  if (seal === undefined) return () => [];
  const { name, version } = record;
  return () => [{ name, version, seal, needs: [] }];
}
