import { existsSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { DiagnosticError, type Diagnostic } from "../../../model/index.js";
import { errorText } from "../../../std/error-text.js";
import { readTextFile } from "../../../std/read-text-file.js";
import { cacheFolder, configFolder, homeFolder } from "../../../std/user-folders.js";
import {
  noCliConfiguration,
  parseCliConfiguration,
  platformName,
  type CliConfiguration,
} from "../../../terraform/source/index.js";
import { problem } from "./diagnostics.js";

/** Where packages of providers are on this machine, and the settings for where they come from. */
export interface ProviderPlaces {
  readonly projectFolder: string;
  /** Of this machine: `linux_amd64`. */
  readonly platform: string;
  readonly configuration: CliConfiguration;
  /** The file with the configuration. Undefined if there is none. */
  readonly configurationFile: string | undefined;
  /** The folder of unpacked packages. */
  readonly cache: string;
  /** The folder of remembered hashes. */
  readonly memory: string;
  /** Folders that are mirrors if the configuration does not name any place. */
  readonly impliedMirrors: readonly string[];
  /** Warnings about the configuration. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface PlaceOptions {
  readonly projectFolder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Default: that of the user. */
  readonly home?: string | undefined;
  /** Default: that of this machine. */
  readonly platform?: string;
}

/** Reads the configuration of Terraform's command line. Throws a DiagnosticError if it is invalid. */
export function readProviderPlaces({
  projectFolder,
  environment,
  home = homeFolder(),
  platform = platformName(process),
}: PlaceOptions): ProviderPlaces {
  const named = configurationFile(environment, home);
  const file = named !== undefined && existsSync(named) ? named : undefined;
  const configuration = file === undefined ? noCliConfiguration : readConfiguration(file, environment);
  const own = cacheFolder(environment, () => home);
  const ours = own === undefined ? join(projectFolder, ".coconut") : join(own, "coconut");
  const cache = environment["TF_PLUGIN_CACHE_DIR"] || configuration.pluginCacheFolder;
  return {
    projectFolder,
    platform,
    configuration,
    configurationFile: file,
    cache: cache === undefined ? join(ours, "providers") : resolve(projectFolder, cache),
    memory: join(ours, "provider-hashes"),
    impliedMirrors: impliedMirrors({ projectFolder, environment, home }),
    diagnostics: named === undefined || file !== undefined ? [] : [missing(named)],
  };
}

/** A named file may not exist, which is a warning as in Terraform. `/dev/null` is how users turn the configuration off. */
function configurationFile(environment: NodeJS.ProcessEnv, home: string | undefined): string | undefined {
  const named = environment["TF_CLI_CONFIG_FILE"];
  if (named !== undefined && named !== "") return named === "/dev/null" ? undefined : resolve(named);
  const settings = configFolder(environment, () => home);
  const roaming = process.platform === "win32" ? environment["APPDATA"] : undefined;
  const usual = [
    ...(home === undefined ? [] : [join(home, ".tofurc")]),
    ...(settings === undefined ? [] : [join(settings, "opentofu", "tofurc")]),
    ...(home === undefined ? [] : [join(home, ".terraformrc")]),
    ...(roaming === undefined ? [] : [join(roaming, "tofu.rc"), join(roaming, "terraform.rc")]),
  ];
  return usual.find((file) => existsSync(file));
}

function readConfiguration(file: string, environment: NodeJS.ProcessEnv): CliConfiguration {
  let text: string;
  try {
    text = readTextFile(file);
  } catch (error) {
    throw new DiagnosticError(invalid(`Cannot read ${file}: ${errorText(error)}.`));
  }
  const result = parseCliConfiguration(text, environment);
  if (result.kind === "configuration") return result.configuration;
  const { line, column, problem: what } = result.fault;
  throw new DiagnosticError(invalid(`${file}:${line}:${column}: ${what}.`));
}

function missing(file: string): Diagnostic {
  return problem("provider/terraform-cli-configuration", {
    severity: "warning",
    detail: `TF_CLI_CONFIG_FILE names ${file}, which does not exist. Its settings do not apply.`,
    hint: "Create the file, or unset the variable.",
  });
}

function invalid(detail: string) {
  return problem("provider/terraform-cli-configuration", {
    detail,
    hint: "Correct the file, or set TF_CLI_CONFIG_FILE to another one.",
  });
}

function impliedMirrors({
  projectFolder,
  environment,
  home,
}: Pick<PlaceOptions, "projectFolder" | "environment" | "home">): readonly string[] {
  const data = environment["XDG_DATA_HOME"] ?? "";
  const shared = (environment["XDG_DATA_DIRS"] || "/usr/local/share:/usr/share").split(":");
  const ofHome =
    home === undefined
      ? []
      : [
          isAbsolute(data) ? data : join(home, ".local", "share"),
          ...(process.platform === "darwin" ? [join(home, "Library", "Application Support")] : []),
        ];
  const folders = [...ofHome, ...(process.platform === "win32" ? [] : shared)].filter(isAbsolute);
  return [
    join(projectFolder, "terraform.d", "plugins"),
    ...(home === undefined ? [] : [join(home, ".terraform.d", "plugins")]),
    ...folders.flatMap((folder) => programs.map((program) => join(folder, program, "plugins"))),
  ];
}

const programs = ["opentofu", "terraform"];
