import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { blockPurpose } from "./block-purpose.js";
import { editText } from "./edit-text.js";
import { markdownBlocks, withBlock, type MarkdownBlock } from "./markdown-blocks.js";
import type { PageFolder } from "./page-folder.js";
import { isPrinted, readTranscript, writeTranscript, type TranscriptCommand } from "./transcript.js";

/** Something on a page that is not so. */
export interface PageFault {
  readonly line: number;
  readonly what: string;
}

export interface FollowedPage {
  readonly faults: readonly PageFault[];
  /** The page with the transcripts as they really are. */
  readonly corrected: string;
}

/** Does what a page says, from top to bottom. Ends with the first thing that does not work; else goes on. */
export async function followPage(page: string, place: PageFolder): Promise<FollowedPage> {
  const faults: PageFault[] = [];
  let corrected = page;
  // From the last to the first: a block that becomes longer moves those below it.
  const corrections: [MarkdownBlock, string][] = [];
  for (const block of markdownBlocks(page)) {
    const purpose = blockPurpose(block);
    const fault = (what: string) => faults.push({ line: block.line, what });
    switch (purpose.kind) {
      case "module":
      case "file":
        if (purpose.file !== undefined) write(join(place.folder, purpose.file), block.text);
        break;
      case "edit": {
        const file = join(place.folder, purpose.file);
        write(file, editText(readFileSync(file, "utf8"), block.text));
        break;
      }
      case "excerpt": {
        const file = readFileSync(join(place.folder, purpose.file), "utf8");
        if (!hasLines(file, block.text)) fault(`${purpose.file} has no such lines.`);
        break;
      }
      case "commands": {
        const { exitCode, text } = await place.run(block.text);
        if (exitCode !== 0) fault(`ended with ${exitCode}:\n${block.text}${text}`);
        break;
      }
      case "transcript": {
        const { differences, actual } = await runTranscript(block.text, place);
        for (const each of differences) fault(each);
        if (differences.length > 0) corrections.unshift([block, actual]);
        break;
      }
      default:
    }
  }
  for (const [block, text] of corrections) corrected = withBlock(corrected, block, text);
  return { faults, corrected };
}

/** Whether lines stand one after the other in a text, as deep as they may be within it. */
export function hasLines(text: string, lines: string): boolean {
  const indents = new Set(text.split("\n").map((line) => /^ */.exec(line)![0]));
  return [...indents].some((indent) => `\n${text}`.includes(`\n${lines.replace(/^(?=.)/gm, indent)}`));
}

/** Whether a page has anything that is followed. */
export function isFollowed(page: string): boolean {
  return markdownBlocks(page).some((block) => ["commands", "transcript"].includes(blockPurpose(block).kind));
}

async function runTranscript(text: string, place: PageFolder) {
  const differences: string[] = [];
  const actual: TranscriptCommand[] = [];
  for (const expected of readTranscript(text)) {
    const { command, isInterrupted, printed } = expected;
    const isEnough = (seen: string) => isPrinted(`${printed}\n…`, seen);
    const ran = await place.run(command, isInterrupted ? isEnough : undefined);
    const ended = isInterrupted && ran.exitCode === null ? 130 : (ran.exitCode ?? 128);
    const isExpectedEnd = ended === expected.exitCode || (isInterrupted && [0, 130].includes(ended));
    const isExpected = isInterrupted ? isEnough(ran.text) : isPrinted(printed, ran.text);
    if (!isExpectedEnd || !isExpected)
      differences.push(
        `$ ${command}\nended with ${ended}, not ${expected.exitCode}, or printed something else:\n--- the page\n${printed}\n--- really\n${ran.text}`,
      );
    actual.push({
      ...expected,
      exitCode: isInterrupted ? expected.exitCode : ended,
      printed: isExpected ? printed : ran.text.replace(/^\n+|\n+$/g, ""),
    });
  }
  return { differences, actual: writeTranscript(actual) };
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
