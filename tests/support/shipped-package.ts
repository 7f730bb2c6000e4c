import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { madeOnce, packageCache } from "./made-once.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const buildScript = join(root, "scripts/build.mjs");
const buildInputs = [
  join(root, "src"),
  buildScript,
  join(root, "scripts/as-script.mjs"),
  join(root, "scripts/script-parts.mjs"),
  join(root, "scripts/whole-layers.mjs"),
  join(root, "package.json"),
  join(root, "tsconfig.json"),
  join(root, "tsconfig.build.json"),
];

/** This package as it is shipped: bundled from the sources as they are, with all files that go along. */
export class ShippedPackage {
  /** Its folder; what it depends on is found above it. */
  readonly folder: string;
  readonly #work: string;

  constructor({ types = false }: { readonly types?: boolean } = {}) {
    mkdirSync(packageCache, { recursive: true });
    this.#work = mkdtempSync(join(packageCache, "shipping-"));
    this.folder = join(this.#work, "package");
    mkdirSync(this.folder);
    const { files } = this.#manifest(root);
    for (const name of ["package.json", ...files!])
      if (name !== "dist" && existsSync(join(root, name)))
        cpSync(join(root, name), join(this.folder, name), { recursive: true });
    const built = madeOnce(types ? "shipped" : "shipped-untyped", buildInputs, (folder) => {
      const words = [buildScript, ...(types ? [] : ["--no-types"]), join(folder, "package")];
      execFileSync(process.execPath, words, { stdio: ["ignore", "ignore", "inherit"] });
    });
    cpSync(join(built, "package/dist"), join(this.folder, "dist"), { recursive: true });
  }

  /** The program `coco`. */
  get command(): string {
    return join(this.folder, "dist/cli/main.js");
  }

  /** What `npm publish` would send. */
  pack(): Buffer {
    const printed = execFileSync(
      "npm",
      ["pack", this.folder, "--json", "--ignore-scripts", "--pack-destination", this.#work],
      { cwd: this.#work, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
    );
    const [{ filename }] = JSON.parse(printed) as [{ readonly filename: string }];
    return readFileSync(join(this.#work, filename));
  }

  /** Offers it under its own name to `npm install`, as if it had been published; on this machine only. */
  async serve(): Promise<PackageServer> {
    const manifest = this.#manifest(this.folder);
    const tarball = this.pack();
    const { name, version } = manifest;
    const server: Server = createServer((request, response) => {
      if (request.url?.endsWith(".tgz")) return void response.end(tarball);
      if (decodeURIComponent(request.url ?? "") !== `/${name}`) {
        response.statusCode = 404;
        return void response.end("{}");
      }
      const { port } = server.address() as AddressInfo;
      const dist = {
        tarball: `http://127.0.0.1:${port}/package.tgz`,
        integrity: `sha512-${createHash("sha512").update(tarball).digest("base64")}`,
      };
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({
          name,
          "dist-tags": { latest: version },
          versions: { [version]: { ...manifest, dist } },
        }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    return {
      environment: { "npm_config_@coconut:registry": `http://127.0.0.1:${port}/` },
      stop: () => new Promise((resolve) => server.close(() => resolve())),
    };
  }

  remove(): void {
    rmSync(this.#work, { recursive: true, force: true });
  }

  #manifest(folder: string): Manifest {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  }
}

export interface PackageServer {
  /** With this, `npm` looks for our packages here and for all others where it always does. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly files?: readonly string[];
}
