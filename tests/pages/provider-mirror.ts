import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultHost } from "../../src/terraform/source/default-host.js";
import { platformName } from "../../src/terraform/source/index.js";
import { zipOf } from "../terraform/install/provider-archive.js";
import { providerBinary } from "../terraform/providers/provider-binaries.js";

/** The versions under which the mirror has its providers. The pages mention them. */
const versions = { local: "2.5.3", time: "0.14.2" } as const;

/** A filesystem mirror of real providers, under the default host and under a made-up one. */
export class ProviderMirror {
  readonly #folder = realpathSync(mkdtempSync(join(tmpdir(), "coconut-mirror-")));
  /** Settings of `coco`, so that it finds this mirror and no other place. */
  readonly environment: Readonly<Record<string, string>> = {
    TF_CLI_CONFIG_FILE: join(this.#folder, "tofurc"),
    TF_PLUGIN_CACHE_DIR: "",
    XDG_CACHE_HOME: "",
    XDG_CONFIG_HOME: "",
  };

  private constructor() {}

  static async make(): Promise<ProviderMirror> {
    const mirror = new ProviderMirror();
    await mirror.#fill();
    return mirror;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #fill(): Promise<void> {
    const packages = join(this.#folder, "packages");
    for (const [name, version] of Object.entries(versions) as [keyof typeof versions, string][]) {
      const program = { path: providerBinary(name)! };
      const archive = await zipOf({ [`terraform-provider-${name}_v${version}`]: program });
      for (const host of [defaultHost, "example.com"]) {
        const folder = join(packages, host, "hashicorp", name);
        mkdirSync(folder, { recursive: true });
        const file = `terraform-provider-${name}_${version}_${platformName(process)}.zip`;
        writeFileSync(join(folder, file), archive);
      }
    }
    const method = `filesystem_mirror {\n    path = ${JSON.stringify(packages)}\n  }`;
    writeFileSync(join(this.#folder, "tofurc"), `provider_installation {\n  ${method}\n}\n`);
  }
}
