import {
  containsSecret,
  getProperty,
  type Diagnostic,
  type PackageRecord,
  type Value,
  type ValueObject,
} from "../../model/index.js";
import { shellWord } from "../../std/shell-word.js";
import { problem } from "../diagnostics.js";
import { defaultProviderUrn } from "./configuration-identity.js";

/** The source of a configuration: a provider resource, or the stack configuration of a package. */
export interface ConfigurationSource {
  /** Equal for all resources that share the configuration. */
  readonly key: string;
  /** The URN of the provider resource, or one that represents the stack configuration. */
  readonly urn: string;
  readonly config: ValueObject;
  /** Configuration values of a project that has the same name as the package. They do not configure the provider. */
  readonly ofProject?: ValueObject;
}

/** The configuration of a stack, and the project that keys without a package belong to. */
export interface StackConfig {
  readonly project: string;
  readonly stack: string;
  readonly namespace?: string;
  /** Configuration values by full key. */
  readonly config?: { readonly [key: string]: Value };
}

/** The key of a configuration that no provider resource sets. */
export const byDefault = "default";

/**
 * Returns the configuration of a package without a provider resource: `provider:<package>:<key>`, and `<package>:<key>`
 * unless the project has that name. In that case those keys belong to the project.
 */
export function defaultConfiguration(
  record: Pick<PackageRecord, "name" | "version">,
  settings: StackConfig,
): ConfigurationSource {
  const { name: packageName } = record;
  const { project, config = {} } = settings;
  const named = settingsAfter(`${packageName}:`, config);
  const always = settingsAfter(`${forProviders}${packageName}:`, config);
  // The keys of all providers begin with this word, and so do those of a package with that name.
  const short = `${packageName}:` === forProviders ? withoutPackage(named) : named;
  const source = { key: byDefault, urn: defaultProviderUrn(record, settings) };
  return project === packageName
    ? { ...source, config: always, ofProject: short }
    : { ...source, config: { ...short, ...always } };
}

const forProviders = "provider:";

function settingsAfter(prefix: string, config: ValueObject): ValueObject {
  const own = Object.entries(config).filter(([key]) => key.startsWith(prefix));
  return Object.fromEntries(own.map(([key, value]) => [key.slice(prefix.length), value]));
}

function withoutPackage(settings: ValueObject): ValueObject {
  return Object.fromEntries(Object.entries(settings).filter(([key]) => !key.includes(":")));
}

/** Returns warnings for configuration values that seem to configure a provider but belong to the project. */
export function projectSettings(
  packageName: string,
  { config, ofProject = {} }: ConfigurationSource,
  fields: readonly string[],
): readonly Diagnostic[] {
  const meant = fields.filter((name) => Object.hasOwn(ofProject, name) && !Object.hasOwn(config, name));
  return meant.map((name) => {
    const value = containsSecret(getProperty(ofProject, name)) ? "--secret" : "<value>";
    return problem("engine/config-of-project", {
      severity: "warning",
      detail: `The project and the package are both named ${packageName}. The configuration value ${packageName}:${name} belongs to the project and does not configure the provider of the package.`,
      hint: `To configure the provider:\n    coco config set ${shellWord(`${forProviders}${packageName}:${name}`)} ${value}`,
    });
  });
}

/** Returns the diagnostics of a rejected configuration, with the keys that configure the package. */
export function withReachingKeys(
  packageName: string,
  { ofProject }: ConfigurationSource,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  if (ofProject === undefined) return diagnostics;
  const set = `coco config set ${packageName}:`;
  return diagnostics.map((each) => {
    if (!each.hint?.includes(set)) return each;
    const hint = each.hint.replaceAll(set, `coco config set ${forProviders}${packageName}:`);
    const why = `Keys that begin with ${packageName}: belong to the project, which has the same name.`;
    return { ...each, hint: `${hint}\n${why}` };
  });
}
