import {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { expect } from "vitest";
import { ZipFile } from "yazl";
import {
  installProviders,
  packageSources,
  readProviderPlaces,
  withInstalled,
  type Installation,
  type InstallEvent,
  type InstallOptions,
  type PackageSource,
  type ProviderPlaces,
  type WantedProvider,
} from "../../../src/provider/terraform/install/index.js";
import { filesystemMirror } from "../../../src/provider/terraform/install/filesystem-mirror.js";
import { parseProviderSource } from "../../../src/terraform/source/index.js";

/** A package in a folder of a test. */
export interface TestPackage {
  /** `example.com/acme/cloud` */
  readonly provider?: string;
  readonly version: string;
  readonly platform?: string;
  readonly packed?: boolean;
  /** The files; by default a program with the version in it. */
  readonly files?: Readonly<Record<string, string>>;
}

/** The platform of this machine in the tests. */
export const platform = "linux_amd64";

/** A project in a temporary folder, with its own home, caches, mirrors and a registry made of files. */
export class InstallerProject {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "coco-install-")));
  readonly folder = this.path("project");
  readonly mirror = this.path("mirror");
  readonly registry = this.path("registry");
  readonly cache = this.path("user-cache/coconut/providers");
  readonly events: InstallEvent[] = [];
  /** Hosts of registries that were asked. */
  readonly asked: string[] = [];
  environment: NodeJS.ProcessEnv = {
    XDG_CACHE_HOME: this.path("user-cache"),
    XDG_DATA_DIRS: this.path("shared-data"),
    TF_CLI_CONFIG_FILE: "/dev/null",
  };

  constructor() {
    mkdirSync(this.folder);
  }

  path(name: string): string {
    return join(this.root, name);
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  /** Uses a configuration of the command line. `MIRROR` in its text is the mirror. */
  configure(text: string): void {
    const file = this.path("terraformrc");
    writeFileSync(file, text.replaceAll("MIRROR", this.mirror));
    this.environment = { ...this.environment, TF_CLI_CONFIG_FILE: file };
  }

  places(): ProviderPlaces {
    return readProviderPlaces({
      projectFolder: this.folder,
      environment: this.environment,
      home: this.path("home"),
      platform,
    });
  }

  /** Installs, and writes the lock file as commands do. */
  async install(
    wanted: readonly WantedProvider[],
    options: InstallOptions & { readonly changed?: Partial<PackageSource> } = {},
  ): Promise<Installation> {
    const places = this.places();
    const network = {
      registry: (host: string): PackageSource => {
        this.asked.push(host);
        const source = {
          ...filesystemMirror(this.registry),
          kind: "registry" as const,
          title: `the registry ${host}`,
        };
        return { ...source, ...options.changed };
      },
      networkMirror: (url: string): PackageSource => ({
        ...filesystemMirror(this.registry),
        title: `the mirror ${url}`,
      }),
    };
    const sources = packageSources(places, network, { offline: options.offline ?? false });
    const result = await installProviders(
      wanted,
      { places, sources, report: (event) => this.events.push(event) },
      options,
    );
    const edit = withInstalled(this.lock(), result.installed);
    if (edit.kind === "fault") throw new Error(edit.fault.problem);
    this.writeLock(edit.text);
    return result;
  }

  lock(): string | undefined {
    try {
      return readFileSync(join(this.folder, ".terraform.lock.hcl"), "utf8");
    } catch {
      return undefined;
    }
  }

  writeLock(text: string): void {
    writeFileSync(join(this.folder, ".terraform.lock.hcl"), text);
  }
}

/** Writes a package into a mirror. */
export async function addPackage(mirror: string, made: TestPackage): Promise<string> {
  const { provider = "example.com/acme/cloud", version, platform: on = platform, packed = false } = made;
  const type = provider.split("/")[2]!;
  const {
    files = { [`terraform-provider-${type}_v${version}`]: `the program of ${type} ${version} for ${on}` },
  } = made;
  const folder = join(mirror, provider);
  if (!packed) {
    const unpacked = join(folder, version, on);
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(unpacked, name)), { recursive: true });
      writeFileSync(join(unpacked, name), content, { mode: 0o755 });
    }
    return unpacked;
  }
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `terraform-provider-${type}_${version}_${on}.zip`);
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(content), name, { mode: 0o100755 });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
  return file;
}

/** Returns a declaration of `coconut.json`. */
export function wants(text: string, name = "tf_cloud"): WantedProvider {
  const source = parseProviderSource(text);
  if (source.kind === "fault") throw new Error(source.message);
  const { address, constraint } = source;
  return { name, source: { address, ...(constraint && { constraint }) } };
}

/** Matches the DiagnosticError with one problem. */
export function problem(code: string, ...says: readonly string[]) {
  const detail = says.map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join("[^]*");
  return { diagnostics: [{ code, detail: expect.stringMatching(detail) as string }] };
}
