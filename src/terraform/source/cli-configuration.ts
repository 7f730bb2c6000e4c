import { JSON } from "../../std/plain-json.js";
import {
  hclPosition,
  parseHcl,
  type HclBlock,
  type HclBody,
  type HclFault,
  type HclValue,
} from "../hcl/index.js";
import { addressText } from "./address.js";
import { parseAddress } from "./parse-provider-source.js";
import { parsePattern, type AddressPattern } from "./address-pattern.js";

/** The settings of Terraform's command line (`.tofurc`, `.terraformrc`) that decide where providers come from. */
export interface CliConfiguration {
  /** In the order of the file. Undefined if it has no `provider_installation`; the implied places apply then. */
  readonly methods: readonly InstallationMethod[] | undefined;
  /** The folder or program that replaces a provider, by its address. */
  readonly overrides: ReadonlyMap<string, string>;
  readonly pluginCacheFolder?: string;
  /** The token for each host. */
  readonly credentials: ReadonlyMap<string, string>;
  /** For each host, the URLs of its services, which replace what the host itself says. */
  readonly services: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** Applies to addresses that `include` has, or to all if it is absent, except for those that `exclude` has. */
export interface MethodScope {
  readonly include?: readonly AddressPattern[];
  readonly exclude?: readonly AddressPattern[];
}

export type InstallationMethod = MethodScope &
  (
    | { readonly kind: "filesystem mirror"; readonly path: string }
    | { readonly kind: "network mirror"; readonly url: string }
    | { readonly kind: "direct" }
  );

export type CliConfigurationResult =
  | { readonly kind: "configuration"; readonly configuration: CliConfiguration }
  | { readonly kind: "fault"; readonly fault: HclFault };

/** Without a file. */
export const noCliConfiguration: CliConfiguration = {
  methods: undefined,
  overrides: new Map(),
  credentials: new Map(),
  services: new Map(),
};

/** Parses the configuration of the command line. `environment` has the variables for `plugin_cache_dir`. Ignores other settings. */
export function parseCliConfiguration(
  text: string,
  environment: Readonly<Record<string, string | undefined>> = {},
): CliConfigurationResult {
  const parsed = parseHcl(text, { keepTemplates: true });
  if (parsed.kind === "fault") return parsed;
  try {
    return { kind: "configuration", configuration: configurationOf(parsed.body, environment) };
  } catch (error) {
    if (!(error instanceof SettingFault)) throw error;
    return { kind: "fault", fault: { ...hclPosition(text, error.offset), problem: error.message } };
  }
}

class SettingFault extends Error {
  readonly offset: number;

  constructor(offset: number, problem: string) {
    super(problem);
    this.offset = offset;
  }
}

function configurationOf(
  body: HclBody,
  environment: Readonly<Record<string, string | undefined>>,
): CliConfiguration {
  const installation = body.blocks.filter(({ type }) => type === "provider_installation");
  if (installation.length > 1)
    throw new SettingFault(installation[1]!.start, "there is more than one provider_installation block");
  const cache = textOf(body, "plugin_cache_dir");
  const inside = installation[0]?.body;
  return {
    methods: inside?.blocks.flatMap((block) => methodOf(block) ?? []),
    overrides: new Map(inside?.blocks.filter(({ type }) => type === "dev_overrides").flatMap(overridesOf)),
    ...(cache === undefined || cache === "" ? {} : { pluginCacheFolder: expanded(cache, environment) }),
    credentials: new Map(
      labelled(body, "credentials").flatMap(({ host, block }) => {
        const token = textOf(block.body, "token");
        return token === undefined ? [] : [[host, token] as const];
      }),
    ),
    services: new Map(labelled(body, "host").map(({ host, block }) => [host, servicesOf(block)] as const)),
  };
}

function methodOf({ type, body, start }: HclBlock): InstallationMethod | undefined {
  const needed = (name: string): string => {
    const found = textOf(body, name);
    if (found === undefined || found === "")
      throw new SettingFault(start, `${type} needs the argument ${JSON.stringify(name)}`);
    return found;
  };
  switch (type) {
    case "filesystem_mirror":
      return { kind: "filesystem mirror", path: needed("path"), ...scopeOf(body) };
    case "network_mirror":
      return { kind: "network mirror", url: needed("url"), ...scopeOf(body) };
    case "direct":
      return { kind: "direct", ...scopeOf(body) };
    default:
      return undefined;
  }
}

function scopeOf(body: HclBody): MethodScope {
  const [include, exclude] = ["include", "exclude"].map((name) => patternsOf(body, name));
  return { ...(include === undefined ? {} : { include }), ...(exclude === undefined ? {} : { exclude }) };
}

function patternsOf(body: HclBody, name: string): readonly AddressPattern[] | undefined {
  const attribute = body.attributes.find((each) => each.name === name);
  if (attribute === undefined) return undefined;
  const { value, start } = attribute;
  if (!Array.isArray(value))
    throw new SettingFault(start, `${name} must be a list of patterns such as "hashicorp/*"`);
  return (value as readonly HclValue[]).map((text) => {
    const pattern = typeof text === "string" ? parsePattern(text) : undefined;
    if (pattern === undefined)
      throw new SettingFault(
        start,
        `${JSON.stringify(text)} is not a pattern such as "hashicorp/*" or "example.com/*/*"`,
      );
    return pattern;
  });
}

function overridesOf({ body }: HclBlock): (readonly [string, string])[] {
  return body.attributes.map(({ name, value, start }) => {
    const parsed = parseAddress(name);
    if (parsed.kind === "fault")
      throw new SettingFault(start, `${JSON.stringify(name)} is not the address of a provider`);
    if (typeof value !== "string" || value === "")
      throw new SettingFault(start, `the override of ${JSON.stringify(name)} must be a path`);
    return [addressText(parsed.address), value] as const;
  });
}

function servicesOf({ body }: HclBlock): ReadonlyMap<string, string> {
  const attribute = body.attributes.find(({ name }) => name === "services");
  const members =
    attribute === undefined
      ? body.blocks
          .filter(({ type }) => type === "services")
          .flatMap((block) => block.body.attributes.map(({ name, value }) => [name, value] as const))
      : attribute.value instanceof Map
        ? [...(attribute.value as ReadonlyMap<string, HclValue>)]
        : undefined;
  if (members === undefined) throw new SettingFault(attribute!.start, "services must be an object of URLs");
  // Some services are objects, but none that has to do with providers.
  return new Map(
    members.flatMap(([name, value]) => (typeof value === "string" ? [[name, value] as const] : [])),
  );
}

function labelled(body: HclBody, type: string): { readonly host: string; readonly block: HclBlock }[] {
  return body.blocks
    .filter((block) => block.type === type)
    .map((block) => {
      const [label] = block.labels;
      if (label === undefined || block.labels.length > 1)
        throw new SettingFault(block.start, `${type} needs one host: ${type} "example.com" { … }`);
      return { host: label.toLowerCase().replace(/:443$/, ""), block };
    });
}

function textOf(body: HclBody, name: string): string | undefined {
  const attribute = body.attributes.find((each) => each.name === name);
  if (attribute === undefined) return undefined;
  if (typeof attribute.value !== "string")
    throw new SettingFault(attribute.start, `${name} must be a string`);
  return attribute.value;
}

/** Replaces `$NAME` and `${NAME}`; an unset variable is empty. */
function expanded(text: string, environment: Readonly<Record<string, string | undefined>>): string {
  return text.replace(
    /\$(?:\{(\w+)\}|(\w+))/g,
    (_, braced?: string, plain?: string) => environment[braced ?? plain ?? ""] ?? "",
  );
}
