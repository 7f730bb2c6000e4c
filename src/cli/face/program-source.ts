import type { SourceLook } from "../../render/index.js";
import { isGuarded } from "../../std/guarded-files.js";
import { hideTexts, type HideTexts } from "../../std/hide-texts.js";
import { readTextFile } from "../../std/read-text-file.js";

/** Files of programs, for excerpts beside diagnostics: source code only, since positions also come from state files. */
export class ProgramSource implements SourceLook {
  #secrets: () => Iterable<string> = () => [];
  #hide: HideTexts | undefined;

  /** Keeps these texts, as they are when something is shown, out of it. */
  keepOut(texts: () => Iterable<string>): void {
    this.#secrets = texts;
  }

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

  readonly hide = (line: string): string => {
    this.#hide ??= hideTexts(this.#secrets);
    return this.#hide(line.replace(writtenSecret, "$1$2[secret]$2"));
  };
}

const isSource = /\.[cm]?[jt]sx?$/;
/** A secret that is written out. A program that failed early has told nobody of it. */
const writtenSecret = /(\bsecret\s*\(\s*)(["'`])(?:\\.|(?!\2).)+(?:\2|$)/g;
