import { isGuarded } from "./guarded-files.js";
import { hideTexts, type HideTexts } from "./hide-texts.js";
import { readTextFile } from "./read-text-file.js";

/** Reads source code for excerpts in messages. Reads no other files, because positions may come from untrusted code. */
export class SourceFiles {
  #secrets: () => Iterable<string> = () => [];
  #hide: HideTexts | undefined;

  /** Masks these texts in everything that is shown. They are evaluated when something is shown. */
  keepOut(texts: () => Iterable<string>): void {
    this.#secrets = texts;
  }

  /** Returns the current text of a file; undefined if it is not source code or cannot be read. */
  readonly read = (file: string): string | undefined => {
    if (!isSource.test(file) || isGuarded(file)) return undefined;
    // There may be more secrets by now.
    this.#hide = undefined;
    try {
      return readTextFile(file);
    } catch {
      return undefined;
    }
  };

  /** Returns a line with the texts masked. */
  readonly hide = (line: string): string => {
    this.#hide ??= hideTexts(this.#secrets);
    return this.#hide(line);
  };
}

const isSource = /\.[cm]?[jt]sx?$/;
