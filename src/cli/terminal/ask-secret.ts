import { StringDecoder } from "node:string_decoder";
import { displayCharacters } from "../../std/display-width.js";
import type { AskStreams } from "./ask-question.js";

/** Asks for a line without echoing it. Returns undefined if the user cancelled. */
export function askSecret({ input, output }: AskStreams, question: string): Promise<string | undefined> {
  const decoder = new StringDecoder("utf8");
  let typed = nothingTyped;
  return new Promise((resolve) => {
    const end = (secret: string | undefined) => {
      input.off("data", read).off("end", leave).setRawMode?.(false);
      input.pause();
      output.write("\n");
      resolve(secret);
    };
    const leave = () => end(undefined);
    const read = (bytes: Buffer) => {
      typed = typedAfter(typed, decoder.write(bytes));
      if (typed.end !== undefined) end(typed.end === "given" ? typed.text : undefined);
    };
    // In raw mode the terminal does not echo. It also passes on control keys, which `typedAfter` handles.
    input.setRawMode?.(true);
    output.write(question);
    input.on("data", read).on("end", leave).resume();
  });
}

export interface Typed {
  readonly text: string;
  readonly end?: "given" | "left";
}

export const nothingTyped: Typed = { text: "" };

/** Returns the typed text after more keys. Keys after the end of the line are ignored. */
export function typedAfter(before: Typed, keys: string): Typed {
  let { text } = before;
  for (const key of keys.match(everyKey) ?? []) {
    if (key === "\r" || key === "\n") return { text, end: "given" };
    if (key === interrupt) return { text: "", end: "left" };
    if (key === endOfInput) return text === "" ? { text, end: "left" } : { text, end: "given" };
    if (key === "\u007f" || key === "\b") text = withoutLast(text);
    else if (key === eraseLine) text = "";
    else if (!isControl.test(key)) text += key;
  }
  return { text };
}

const interrupt = "\u0003";
const endOfInput = "\u0004";
const escape = "\u001b";
const eraseLine = "\u0015";
const isControl = /^\p{Control}/u;
/** Matches one key. Arrow keys and others are escape sequences. */
const everyKey = new RegExp(String.raw`${escape}(?:[[O][\d;]*[^\d;])?|[^]`, "gu");

function withoutLast(text: string): string {
  const last = [...displayCharacters(text)].at(-1);
  return last === undefined ? "" : text.slice(0, -last.text.length);
}
