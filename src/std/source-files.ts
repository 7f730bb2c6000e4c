import { isGuarded } from "./guarded-files.js";
import { hideTexts, type HideTexts } from "./hide-texts.js";
import { readTextFile } from "./read-text-file.js";

/** Reads source code for excerpts. Nothing else: whoever names a place in a file may not mean well. */
export class SourceFiles {
  #secrets: () => Iterable<string> = () => [];
  #hide: HideTexts | undefined;

  /** Keeps these texts, as they are when something is shown, out of it. */
  keepOut(texts: () => Iterable<string>): void {
    this.#secrets = texts;
  }

  /** The text of a file as it is now; nothing if it is no source code, or cannot be read. */
  readonly read = (file: string): string | undefined => {
    if (!isSource.test(file) || isGuarded(file)) return undefined;
    // More may be secret by now.
    this.#hide = undefined;
    try {
      return readTextFile(file);
    } catch {
      return undefined;
    }
  };

  /** A line without the texts that are kept out. */
  readonly hide = (line: string): string => {
    this.#hide ??= hideTexts(this.#secrets);
    return this.#hide(line);
  };
}

const isSource = /\.[cm]?[jt]sx?$/;
