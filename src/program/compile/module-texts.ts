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
  /** The modules to instrument as the author's: all outside `node_modules`, or those of the package around a folder. */
  readonly authors: "all" | { readonly around: string };
  /** The cache for instrumented texts of packages. Without it they are not cached. */
  readonly cache?: CachePlace;
}

/**
 * `author` for the author's own module, `package` for a package that uses Coconut, undefined for a module to leave
 * alone.
 */
export type Instrumenting = "author" | "package" | undefined;

/** Decides which of the modules that Node loads are instrumented, and instruments them. */
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

  /** Returns the text for Node to run: the original text if there is nothing to change. */
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
    // Compiled programs are already instrumented.
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

/** Increment it whenever the instrumented text changes for the same module. */
const revision = 1;

/** Reads a cached text. It begins with its hash: a truncated or modified file is ignored. */
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

/** Writes the file atomically. If it fails, the next start repeats the work. */
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
