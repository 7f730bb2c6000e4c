import type { DescribedProvider } from "./described-provider.js";
import { isIdentifier, isTerraformName, lowerCamelCase, pascalCase, reservedNames } from "./identifiers.js";
import { NameScope } from "./name-scope.js";

/** A module to generate. */
export interface PlannedModule {
  /** The path without an extension: `random/index`, `aws/s3_bucket`. */
  readonly path: string;
  readonly exports: readonly PlannedExport[];
}

/** A class or function of a generated module. */
export interface PlannedExport {
  readonly kind: "provider" | "resource" | "data" | "ephemeral" | "function";
  /** The name in Terraform: `aws_s3_bucket`. */
  readonly type: string;
  /** The name in programs: `S3Bucket`. */
  readonly name: string;
}

/** The number of types up to which a provider is one module. Loading the types of a larger module would slow editors down. */
export const mostTypesOfOneModule = 200;

/** Returns the name under which programs import a package: `random` for `tf_random`. */
export function importName(packageName: string): string {
  return packageName.replace(/^tf_/, "");
}

/**
 * Decides which modules a provider has, and what they export under which names. The result depends only on the names of its types.
 * Types whose name is none in Terraform's language are left out.
 */
export function planModules(provider: DescribedProvider): readonly PlannedModule[] {
  const types = typesOf(provider);
  const folder = importName(provider.package);
  return types.length <= mostTypesOfOneModule
    ? [{ path: `${folder}/index`, exports: namedTogether(provider, types) }]
    : separateModules(provider, folder, types);
}

type Unnamed = Omit<PlannedExport, "name">;

function typesOf({ schemas }: DescribedProvider): readonly Unnamed[] {
  const named = (kind: PlannedExport["kind"], names: Iterable<string>) =>
    [...names]
      .filter(isTerraformName)
      .toSorted()
      .map((type) => ({ kind, type }));
  return [
    ...named("resource", schemas.resourceTypes()),
    ...named("data", schemas.dataSourceTypes()),
    ...named("ephemeral", schemas.ephemeralTypes()),
    ...named("function", schemas.functions.keys()),
  ];
}

function namedTogether(provider: DescribedProvider, types: readonly Unnamed[]): readonly PlannedExport[] {
  const scope = new NameScope(reservedNames);
  const configuration = providerExport(provider, scope);
  // A type whose short name another one needs for itself gets its full name.
  const exports = types.map((each) => ({ ...each, name: scope.take(...candidates(provider, each)) }));
  return [configuration, ...exports];
}

function separateModules(
  provider: DescribedProvider,
  folder: string,
  types: readonly Unnamed[],
): readonly PlannedModule[] {
  const onFiles = { ignoreCase: true };
  const files = {
    resource: new NameScope(reservedFiles, ["provider", "functions", "data", "ephemeral"], onFiles),
    data: new NameScope(reservedFiles, [], onFiles),
    ephemeral: new NameScope(reservedFiles, [], onFiles),
  };
  const alone = (each: Unnamed) => [
    { ...each, name: new NameScope(reservedNames, ["Provider"]).take(...candidates(provider, each)) },
  ];
  const functions = types.filter(({ kind }) => kind === "function");
  const names = new NameScope(reservedNames);
  return [
    { path: `${folder}/provider`, exports: [providerExport(provider, new NameScope(reservedNames))] },
    ...types.flatMap((each) => {
      const { kind, type } = each;
      if (kind === "function" || kind === "provider") return [];
      const file = files[kind].take(shortName(provider, type), type);
      return [{ path: [folder, ...folders[kind], file].join("/"), exports: alone(each) }];
    }),
    ...(functions.length === 0
      ? []
      : [
          {
            path: `${folder}/functions`,
            exports: functions.map((each) => ({ ...each, name: names.take(...candidates(provider, each)) })),
          },
        ]),
  ];
}

const folders = { resource: [], data: ["data"], ephemeral: ["ephemeral"] } as const;

/** Names that Windows gives to devices. */
const reservedFiles: ReadonlySet<string> = new Set([
  "con",
  "prn",
  "aux",
  "nul",
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((n) => [`com${n}`, `lpt${n}`]),
]);

function providerExport({ type }: DescribedProvider, scope: NameScope): PlannedExport {
  return { kind: "provider", type, name: scope.take("Provider") };
}

/** Returns the names that a type may have, the best one first. */
function candidates(provider: DescribedProvider, { kind, type }: Unnamed): readonly string[] {
  const short = pascalCase(shortName(provider, type));
  const full = pascalCase(type);
  const names = {
    provider: ["Provider"],
    resource: [short, full, `${full}Resource`],
    data: [`get${short}`, `get${full}`],
    ephemeral: [`open${short}`, `open${full}`],
    function: [lowerCamelCase(type), `${lowerCamelCase(type)}Function`],
  }[kind];
  return names.filter(isIdentifier);
}

/** Returns the name of a type without that of its provider: `s3_bucket` for `aws_s3_bucket`. */
function shortName({ type: provider }: DescribedProvider, type: string): string {
  const prefix = `${provider.replaceAll("-", "_")}_`;
  const rest = type.startsWith(prefix) ? type.slice(prefix.length) : type.slice(type.indexOf("_") + 1);
  return /\p{ID_Start}/u.test(rest) ? rest : type;
}
