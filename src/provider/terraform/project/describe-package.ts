import { DiagnosticError, type Diagnostic } from "../../../model/index.js";
import { nearestName } from "../../../std/nearest-name.js";
import type { Schema } from "../../../terraform/schema/index.js";
import {
  describeType,
  packageMembers,
  type DescribedProvider,
  type DescribedType,
  type Member,
  type PackageMember,
} from "../../../terraform/typings/index.js";
import { problem } from "../diagnostics.js";
import { describedProvider } from "./generate-classes.js";

/** The contents of a provider, by the names that programs use. */
export interface PackageContents {
  readonly name: string;
  readonly version: string;
  readonly resources: readonly PackageMember[];
  readonly dataSources: readonly PackageMember[];
  readonly ephemeralResources: readonly PackageMember[];
  readonly functions: readonly PackageMember[];
}

/** A type with its fields. */
export interface DescribedMemberType extends PackageMember, DescribedType {
  /** Its inputs and outputs; the settings of the provider are of kind `provider`. */
  readonly kind: "resource" | "data" | "ephemeral" | "provider";
}

/** Starts a provider and lists what it has. */
export async function describePackage(
  name: string,
  text: string,
  projectFolder: string,
): Promise<PackageContents> {
  const { provider } = await describedProvider(name, text, projectFolder);
  const members = packageMembers(provider);
  const of = (kind: string) =>
    members
      .filter((each) => each.kind === kind)
      .map(({ token, export: exported, module }) => ({ token, export: exported, module }));
  return {
    name,
    version: provider.version,
    resources: of("resource"),
    dataSources: of("data"),
    ephemeralResources: of("ephemeral"),
    functions: of("function"),
  };
}

/** Starts a provider and describes one of its types. `token` is as in state, or the name of the package for its settings. */
export async function describePackageType(
  name: string,
  token: string,
  text: string,
  projectFolder: string,
): Promise<DescribedMemberType> {
  const { provider } = await describedProvider(name, text, projectFolder);
  const members = packageMembers(provider).filter(({ kind }) => kind !== "function");
  const found = members.find((each) => each.token === token || each.type === token);
  const schema = found && schemaOf(provider, found);
  if (found === undefined || schema === undefined)
    throw new DiagnosticError(noSuchType(name, token, members));
  const { token: own, export: exported, module, kind } = found;
  return {
    token: own,
    export: exported,
    module,
    kind: kind as DescribedMemberType["kind"],
    ...describeType(schema),
  };
}

function schemaOf({ schemas }: DescribedProvider, { kind, type }: Member): Schema | undefined {
  if (kind === "provider") return schemas.provider;
  if (kind === "data") return schemas.dataSource(type);
  return kind === "ephemeral" ? schemas.ephemeral(type) : schemas.resource(type);
}

function noSuchType(name: string, token: string, members: readonly Member[]): Diagnostic {
  const near = nearestName(
    token,
    members.map((each) => each.token),
  );
  return problem("provider/terraform-type", {
    detail: `Package ${name} has no type ${JSON.stringify(token)}.${near === undefined ? "" : ` Did you mean ${near}?`}`,
    hint: `List its types:\n    coco provider check ${name}`,
  });
}
