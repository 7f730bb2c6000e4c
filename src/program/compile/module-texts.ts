import { chmodSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isOwnedByUser } from "../../std/private-folder.js";
import { JSON } from "../../std/plain-json.js";
import { isInstalled, usesCoconut } from "./coconut-packages.js";
import { resolveLinks } from "../../std/resolve-links.js";
import { isTypeScript, ownPackage, packageAround } from "./find-package.js";
import { instrumentModule, mapStamp } from "./instrument-module.js";
import { loader, marker, type PlainModule } from "./instrument/index.js";
import { hashText, type CachePlace } from "./program-cache.js";

export interface ModuleTextSettings {
  /** Whose modules are instrumented as the author's: all outside of `node_modules`, or those of the package around a folder. */
  readonly authors: "all" | { readonly around: string };
  /** Where instrumented texts of packages are kept; nowhere unless said. */
  readonly cache?: CachePlace;
}

/** The author's own, or of a package that uses Coconut; undefined for all that Node loads as it is. */
export type Instrumenting = "author" | "package" | undefined;

/** Which of the modules that Node loads are instrumented, and their texts then. */
export class ModuleTexts {
  readonly #settings: ModuleTextSettings;
  readonly #byFolder = new Map<string, Instrumenting>();

  constructor(settings: ModuleTextSettings) {
    const { authors, cache } = settings;
    const isTrusted = cache !== undefined && isOwnedByUser(cache.folder, cache.owners);
    this.#settings = isTrusted ? settings : { authors };
  }

  kindOf(file: string): Instrumenting {
    const folder = dirname(file);
    if (!this.#byFolder.has(folder)) this.#byFolder.set(folder, this.#look(file));
    return this.#byFolder.get(folder);
  }

  /** What Node shall run; the text itself where there is nothing to change. */
  instrumented(file: string, text: string, format: PlainModule["format"]): string {
    if (text.includes(marker) || isTypeScript(file)) return text;
    switch (this.kindOf(file)) {
      case "author":
        return instrumentModule(file, { text, format, isPackage: false });
      case "package":
        return this.#ofPackage(file, text, format);
      default:
        return text;
    }
  }

  #ofPackage(file: string, text: string, format: PlainModule["format"]): string {
    const make = () => instrumentModule(file, { text, format, isPackage: true });
    const { cache } = this.#settings;
    if (cache === undefined) return make();
    const facts = [revision, ownPackage?.manifest.version, loader, file, format, mapStamp(file, text)];
    const key = hashText(JSON.stringify([...facts, text])).slice(0, 32);
    const path = join(cache.folder, `package-${key}.js`);
    const kept = readKept(path, cache);
    if (kept !== undefined) return kept;
    const made = make();
    keep(path, made);
    return made;
  }

  #look(file: string): Instrumenting {
    const { authors, cache } = this.#settings;
    const isOutside = !isInstalled(file);
    // What is compiled is instrumented.
    if (cache !== undefined && dirname(file) === resolveLinks(cache.folder)) return undefined;
    if (isOutside && authors === "all") return "author";
    const found = packageAround(file);
    if (
      isOutside &&
      authors !== "all" &&
      found?.folder === packageAround(join(resolveLinks(authors.around), "file"))?.folder
    )
      return "author";
    return found !== undefined && usesCoconut(found) ? "package" : undefined;
  }
}

/** Raised whenever the instrumented text changes for the same module. */
const revision = 1;

/** The hash of the text stands before it: a file that was cut off or altered does not count. */
function readKept(path: string, { owners }: CachePlace): string | undefined {
  try {
    if (!isOwnedByUser(path, owners)) return undefined;
    const whole = readFileSync(path, "utf8");
    const text = whole.slice(hashLength + 1);
    return whole.slice(0, hashLength) === hashText(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

const hashLength = 64;

/** Whole or not at all. Without it, the next start does the same work. */
function keep(path: string, text: string): void {
  try {
    const unfinished = `${path}.${process.pid}`;
    writeFileSync(unfinished, `${hashText(text)}\n${text}`, { mode: 0o600 });
    chmodSync(unfinished, 0o600);
    renameSync(unfinished, path);
  } catch {
    // The folder may be read-only.
  }
}
