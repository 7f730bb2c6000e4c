import { wrapWords } from "../../std/wrap-words.js";

/** Streams for a question and its answer. */
export interface AskStreams {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
}

/**
 * Asks until the user gives one of the answers, or an unambiguous prefix of one. Returns undefined after Ctrl-C or at the
 * end of the input. The terminal itself handles line editing, so its settings are not changed.
 */
export function askQuestion(
  { input, output }: AskStreams,
  question: string,
  answers: readonly string[],
): Promise<string | undefined> {
  const fitted = (text: string) => wrapWords(text, (output.columns || Infinity) - 1).join("\n");
  const ask = () => output.write(`${fitted(`${question} ${answers.join(" / ")}:`)} `);
  // Loaded on use.
  const { createInterface } = process.getBuiltinModule("node:readline");
  const lines = createInterface({ input, terminal: false });
  return new Promise((resolve) => {
    const end = (answer: string | undefined) => {
      for (const signal of leaving) process.off(signal, leave);
      lines.off("close", leave).close();
      // The cursor is in the middle of a line.
      if (answer === undefined) output.write("\n");
      resolve(answer);
    };
    const leave = () => end(undefined);
    for (const signal of leaving) process.on(signal, leave);
    lines.on("close", leave).on("line", (line) => {
      const answer = meantAnswer(line, answers);
      if (answer !== undefined) return end(answer);
      output.write(`${fitted(`Please answer ${answers.slice(0, -1).join(", ")} or ${answers.at(-1)}.`)}\n`);
      ask();
    });
    ask();
  });
}

export function meantAnswer(typed: string, answers: readonly string[]): string | undefined {
  const said = typed.trim().toLowerCase();
  if (said === "") return undefined;
  if (answers.includes(said)) return said;
  const [meant, ...others] = answers.filter((answer) => answer.startsWith(said));
  return others.length === 0 ? meant : undefined;
}

const leaving = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
