import { blockPurpose } from "./block-purpose.js";
import { editText } from "./edit-text.js";
import { markdownBlocks } from "./markdown-blocks.js";
import type { PageFault } from "./follow-page.js";

/** The files of a page at one moment; each module of the page that stands then by itself is one of them. */
export interface PageModules {
  readonly files: Readonly<Record<string, string>>;
  /** Which of them are to be compiled, and where on the page each line of them stands. */
  readonly modules: readonly PageModule[];
}

export interface PageModule {
  readonly file: string;
  readonly fails: boolean;
  /** The line of the page for each line of the file; none for what the page does not show. */
  readonly lines: readonly (number | undefined)[];
}

/** All that a page promises to compile. A file that is given again or edited begins another moment. */
export function pageModules(
  page: string,
  given: Readonly<Record<string, string>> = {},
): { readonly moments: readonly PageModules[]; readonly faults: readonly PageFault[] } {
  const moments: { files: Record<string, string>; modules: PageModule[] }[] = [
    { files: { ...given }, modules: [] },
  ];
  const faults: PageFault[] = [];
  let pending: { texts: string[]; lines: number[] } = { texts: [], lines: [] };
  const put = (file: string, text: string, line: number | undefined) => {
    let moment = moments.at(-1)!;
    if (Object.hasOwn(moment.files, file)) {
      moment = { files: { ...moment.files }, modules: [] };
      moments.push(moment);
    }
    moment.files[file] = text;
    if (/\.[cm]?ts$/.test(file)) moment.modules.push({ file, fails: false, lines: linesFrom(line, text) });
  };
  for (const block of markdownBlocks(page)) {
    const { text, line } = block;
    try {
      const purpose = blockPurpose(block);
      if (purpose.kind === "data") JSON.parse(text);
      else if (purpose.kind === "file" && purpose.file.endsWith(".json")) JSON.parse(text);
      if (purpose.kind === "file") put(purpose.file, text, line);
      if (purpose.kind === "edit") {
        const before = moments.at(-1)!.files[purpose.file];
        if (before !== undefined) put(purpose.file, editText(before, text), undefined);
      }
      if (purpose.kind !== "module") continue;
      if (purpose.file !== undefined) {
        put(purpose.file, text, line);
        pending = { texts: [], lines: [] };
        continue;
      }
      if (!purpose.continues) pending = { texts: [], lines: [] };
      pending = { texts: [...pending.texts, text], lines: [...pending.lines, line] };
      const { files, modules } = moments.at(-1)!;
      const file = `block-${line}.ts`;
      files[file] = `${pending.texts.join("")}export {};\n`;
      modules.push({
        file,
        fails: purpose.fails,
        lines: pending.texts.flatMap((each, index) => linesFrom(pending.lines[index], each)),
      });
    } catch (error) {
      faults.push({ line, what: error instanceof Error ? error.message : String(error) });
    }
  }
  return { moments, faults };
}

function linesFrom(first: number | undefined, text: string): readonly (number | undefined)[] {
  const count = text.split("\n").length - 1;
  return Array.from({ length: count }, (_, index) => (first === undefined ? undefined : first + index));
}
