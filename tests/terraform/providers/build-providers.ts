import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { madeOnce } from "../../support/made-once.js";
import { oneProcessAtATime } from "../../support/one-process-at-a-time.js";

/** Two released providers, and our own probes on the two libraries that providers are written with. */
export type ProviderName = "time" | "local" | "framework" | "sdk";

/** The program of a provider, or the reason why it could not be built. */
export type ProviderBuild =
  | { readonly kind: "built"; readonly file: string }
  | { readonly kind: "failed"; readonly reason: string };

/**
 * Builds the providers that are not in the cache. The cache is the folder COCONUT_TEST_PROVIDERS, or one in
 * node_modules of the checkout `root`. A first build downloads modules and takes minutes; progress is on stderr.
 */
export function buildProviders(root: string): Readonly<Record<ProviderName, ProviderBuild>> {
  const cache = process.env["COCONUT_TEST_PROVIDERS"] ?? join(root, "node_modules/.cache/coconut");
  mkdirSync(cache, { recursive: true });
  const sources = join(root, "tests/terraform/providers");
  // The Go builds use all cores: two at a time would only be slower.
  return oneProcessAtATime(join(cache, "terraform-providers.lock"), () => ({
    time: release(cache, "github.com/hashicorp/terraform-provider-time@v0.14.2"),
    local: release(
      cache,
      "github.com/terraform-providers/terraform-provider-local@v1.4.1-0.20260513075820-3561e410f9fe",
    ),
    framework: probe(cache, sources, "framework", "terraform-provider-probe"),
    sdk: probe(cache, sources, "sdk", "terraform-provider-probesdk"),
  }));
}

/** `module` is a Go module with its version, whose main package has the name of the module. */
function release(cache: string, module: string): ProviderBuild {
  const [path = "", version = ""] = module.split("@");
  const program = path.slice(path.lastIndexOf("/") + 1);
  return attempt(program, () =>
    madeOnce(
      `${program}-${version}-${platform}`,
      [],
      (folder) => go(program, ["install", ...flags, module], { cwd: cache, bin: folder }),
      cache,
    ),
  );
}

function probe(cache: string, sources: string, folder: string, program: string): ProviderBuild {
  const inputs = ["go.mod", "go.sum", "cloud", folder].map((name) => join(sources, name));
  return attempt(program, () =>
    madeOnce(
      `${program}-${platform}`,
      inputs,
      (target) =>
        go(program, ["build", ...flags, "-o", join(target, program), `./${folder}`], { cwd: sources }),
      cache,
    ),
  );
}

const platform = `${process.platform}-${process.arch}`;

/** Without debug information, which makes programs smaller, and without asking git about the checkout. */
const flags = ["-buildvcs=false", "-ldflags=-s -w"];

function attempt(program: string, make: () => string): ProviderBuild {
  try {
    return { kind: "built", file: join(make(), program) };
  } catch (error) {
    return { kind: "failed", reason: `${program} was not built: ${(error as Error).message}` };
  }
}

function go(
  program: string,
  words: readonly string[],
  place: { readonly cwd: string; readonly bin?: string },
): void {
  const started = Date.now();
  process.stderr.write(`Building ${program} (only once)…\n`);
  const env = { ...process.env, ...(place.bin !== undefined && { GOBIN: place.bin }) };
  const { error, status, stderr } = spawnSync("go", words, { cwd: place.cwd, env, encoding: "utf8" });
  if (error !== undefined) throw new Error(`Go cannot be started (${error.message})`);
  if (status !== 0)
    throw new Error(`go ${words[0]} failed:\n${stderr.trim().split("\n").slice(-10).join("\n")}`);
  process.stderr.write(`Built ${program} in ${Math.round((Date.now() - started) / 1000)} s.\n`);
}
