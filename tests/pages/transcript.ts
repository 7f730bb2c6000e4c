import { adjectives, animals } from "../../src/providers/random/pet-words.js";
import { stepWords } from "../../src/render/progress/step-words.js";

/** A command of a transcript, and what a page says that it prints. */
export interface TranscriptCommand {
  readonly command: string;
  readonly exitCode: number;
  /** It goes on for ever, and is interrupted once it has printed that. */
  readonly isInterrupted: boolean;
  readonly printed: string;
}

/** Reads `$ command` lines with what follows each of them. A command goes on where its line ends with a backslash. */
export function readTranscript(text: string): readonly TranscriptCommand[] {
  const [before, ...parts] = `\n${text}`.split(/\n\$ /);
  if (before!.trim() !== "") throw new Error("A transcript begins with a command.");
  return parts.map((part) => {
    const [typed = ""] = /^(?:.*\\\n)*.*/.exec(part)!;
    const printed = part.slice(typed.length + 1).replace(/\n+$/, "");
    const [, command = typed, exitCode] = /^([^]*?)\s+# exits with (\d+)$/.exec(typed) ?? [];
    const isInterrupted = /(^|\n)\^C$/.test(printed);
    return {
      command,
      exitCode: Number(exitCode ?? 0),
      isInterrupted,
      printed: isInterrupted ? printed.replace(/\n?\^C$/, "") : printed,
    };
  });
}

/** The text of a transcript, with what was really printed. */
export function writeTranscript(commands: readonly TranscriptCommand[]): string {
  return commands
    .map(({ command, exitCode, isInterrupted, printed }) =>
      [
        `$ ${command}${exitCode === 0 ? "" : ` # exits with ${exitCode}`}`,
        ...(printed === "" ? [] : [printed]),
        ...(isInterrupted ? ["^C"] : []),
      ].join("\n"),
    )
    .join("\n\n")
    .replace(/\n*$/, "\n");
}

/**
 * Whether a text is what a page says is printed. A line `…` stands for any lines, and `…` within a line for anything.
 * Times, ports and the like are other ones every time. Steps end in any order: lines of them that follow each other
 * are a set.
 */
export function isPrinted(expected: string, actual: string): boolean {
  return matches(partsOf(expected), partsOf(actual));
}

type Part =
  | { readonly kind: "any" }
  | { readonly kind: "line"; readonly text: string }
  /** `isOpen`: there may be more. */
  | { readonly kind: "steps"; readonly lines: readonly string[]; readonly isOpen: boolean };

function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  const lines = steady(text)
    .replace(/^\n+|\n+$/g, "")
    .split("\n")
    .map((line) => line.trimEnd());
  for (const [index, line] of lines.entries()) {
    const last = parts.at(-1);
    if (line.trim() === "…") parts.push({ kind: "any" });
    else if (!stepLine.test(line)) parts.push({ kind: "line", text: line });
    else {
      const isNextAny = lines[index + 1]?.trim() === "…";
      const before = parts.at(-2);
      if (last?.kind === "any" && before?.kind === "steps")
        parts.splice(-2, 2, { ...before, lines: [...before.lines, line] });
      else if (last?.kind === "steps")
        parts[parts.length - 1] = {
          ...last,
          lines: [...last.lines, line],
          isOpen: last.isOpen || isNextAny,
        };
      else parts.push({ kind: "steps", lines: [line], isOpen: last?.kind === "any" || isNextAny });
    }
  }
  return parts;
}

const endings = [...Object.values(stepWords).map(({ done }) => done), "skipped", "failed", "uncertain"];
const stepLine = new RegExp(`^ {2}(${endings.join("|")}) {2,}`);

function matches(expected: readonly Part[], actual: readonly Part[]): boolean {
  const [first, ...rest] = expected;
  if (first === undefined) return actual.length === 0;
  if (first.kind === "any") {
    for (let count = 0; count <= actual.length; count++) if (matches(rest, actual.slice(count))) return true;
    return false;
  }
  const [found, ...others] = actual;
  if (found === undefined || found.kind !== first.kind) return false;
  return isSame(first, found) && matches(rest, others);
}

function isSame(expected: Part, actual: Part): boolean {
  if (expected.kind === "line" && actual.kind === "line") return isLine(expected.text, actual.text);
  if (expected.kind !== "steps" || actual.kind !== "steps") return false;
  const left = [...actual.lines];
  for (const line of expected.lines) {
    const at = left.findIndex((each) => isLine(line, each));
    if (at < 0) return false;
    left.splice(at, 1);
  }
  return expected.isOpen || left.length === 0;
}

function isLine(expected: string, actual: string): boolean {
  if (!expected.includes("…")) return expected === actual;
  const pattern = expected
    .split("…")
    .map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join(".*");
  return new RegExp(`^${pattern}$`).test(actual);
}

const petName = new RegExp(`\\b(${adjectives.join("|")})-(${animals.join("|")})\\b`, "g");

/** What is another one every time is a mark. */
function steady(text: string): string {
  return text
    .replace(/\b\d+(\.\d+)? (µs|ms|s|min)\b/g, "<time>")
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?/g, "<moment>")
    .replace(/(localhost|127\.0\.0\.1):\d+/g, "$1:<port>")
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<uuid>")
    .replace(/process-[0-9a-f]{16}/g, "process-<id>")
    .replace(/the key [0-9a-f]{8}/g, "the key <key>")
    .replace(petName, "<pet>")
    .replace(/(<time>) {2,}/g, "$1  ");
}
