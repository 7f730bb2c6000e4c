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
  /** The imported file, or undefined if the package does not export it. */
  readonly file: string | undefined;
}

/**
 * The packages that modules of a program import. A package of which a TypeScript file is imported is bundled into the
 * program; all others stay external.
 */
export class ImportedPackages {
  /** By specifier and importing folder, because each folder may find another copy. */
  readonly #imports = new Map<string, PackageImport | undefined>();
  readonly #names = new Set<string>();
  readonly #scanned = new Set<string>();

  /** Records an import by a module in the folder. */
  add(specifier: string, folder: string): void {
    const key = `${specifier}\n${folder}`;
    if (!isPackageImport(specifier) || this.#imports.has(key)) return;
    const name = npmPackageOf(specifier);
    this.#names.add(name);
    const found = findPackage(name, folder);
    this.#imports.set(key, found && { name, found, file: fileInPackage(found, specifier) });
  }

  /** The names of packages that are bundled into the program. Never includes this package. */
  get bundled(): ReadonlySet<string> {
    const own = ownPackage?.manifest.name;
    return new Set(
      this.#found.flatMap(({ name, file }) =>
        name !== own && file !== undefined && isTypeScript(file) ? [name] : [],
      ),
    );
  }

  /** The names of all external packages. */
  get external(): readonly string[] {
    const { bundled } = this;
    return [...this.#names].filter((name) => !bundled.has(name));
  }

  /** The copies of all external packages. */
  get externalPackages(): readonly FoundPackage[] {
    const { bundled } = this;
    return this.#found.flatMap(({ name, found }) => (bundled.has(name) ? [] : [found]));
  }

  get manifests(): readonly string[] {
    return [...new Set(this.#found.map(({ found }) => join(found.folder, "package.json")))];
  }

  /** Returns the modules to bundle whose own imports are not known yet. Each is returned once. */
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
