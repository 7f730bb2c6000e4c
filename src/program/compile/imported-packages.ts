import { join } from "node:path";
import { npmPackageOf } from "../../std/npm-package-of.js";
import {
  fileInPackage,
  findPackage,
  isPackageImport,
  isTypeScript,
  ownPackage,
  type FoundPackage,
} from "./find-package.js";

interface PackageImport {
  readonly name: string;
  readonly found: FoundPackage;
  /** What is imported; undefined if the package offers no such part. */
  readonly file: string | undefined;
}

/**
 * The packages that modules of a program import. Those of which a part in TypeScript is imported become part of the
 * program, all others stay where they are.
 */
export class ImportedPackages {
  /** By specifier and importing folder: each folder may find another copy. */
  readonly #imports = new Map<string, PackageImport | undefined>();
  readonly #names = new Set<string>();
  readonly #scanned = new Set<string>();

  /** Notes that a module in the folder imports something. */
  add(specifier: string, folder: string): void {
    const key = `${specifier}\n${folder}`;
    if (!isPackageImport(specifier) || this.#imports.has(key)) return;
    const name = npmPackageOf(specifier);
    this.#names.add(name);
    const found = findPackage(name, folder);
    this.#imports.set(key, found && { name, found, file: fileInPackage(found, specifier) });
  }

  /** The names of packages that become part of the program; this package never does. */
  get bundled(): ReadonlySet<string> {
    const own = ownPackage?.manifest.name;
    return new Set(
      this.#found.flatMap(({ name, file }) =>
        name !== own && file !== undefined && isTypeScript(file) ? [name] : [],
      ),
    );
  }

  /** The names of all others. */
  get external(): readonly string[] {
    const { bundled } = this;
    return [...this.#names].filter((name) => !bundled.has(name));
  }

  /** The copies of all others. */
  get externalPackages(): readonly FoundPackage[] {
    const { bundled } = this;
    return this.#found.flatMap(({ name, found }) => (bundled.has(name) ? [] : [found]));
  }

  get manifests(): readonly string[] {
    return [...new Set(this.#found.map(({ found }) => join(found.folder, "package.json")))];
  }

  /** Modules that become part of the program and whose own imports are not known yet. Each is told once. */
  takeUnscanned(): readonly string[] {
    const { bundled } = this;
    const files = this.#found.flatMap(({ name, file }) =>
      file !== undefined && bundled.has(name) && !this.#scanned.has(file) ? [file] : [],
    );
    for (const file of files) this.#scanned.add(file);
    return [...new Set(files)];
  }

  get #found(): readonly PackageImport[] {
    return [...this.#imports.values()].filter((each) => each !== undefined);
  }
}
