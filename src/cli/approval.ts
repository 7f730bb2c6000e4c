import type { ExitCode } from "../runner/index.js";
import { shellWord } from "../std/shell-word.js";
import type { Invocation } from "./command.js";

/**
 * Does something if it is meant: `--yes` says so, or whoever is asked. Otherwise says how to, and ends as a command
 * does for which a decision is needed.
 */
export async function ifApproved(
  invocation: Invocation,
  question: string,
  work: () => Promise<ExitCode>,
): Promise<ExitCode> {
  const { options, face } = invocation;
  if (options.yes) return work();
  const { exitCodes } = await import("../runner/index.js");
  const answer = face.canAsk ? await face.ask(question, ["yes", "no"]) : undefined;
  if (face.canAsk && answer === undefined) return exitCodes.interrupted;
  if (answer === "yes") return work();
  showApprovalCommand(invocation, face.canAsk, `${question}\n`);
  return exitCodes.decisionNeeded;
}

/** Says that nothing was done and, to whom was not asked, what was meant and how it would be. */
export function showApprovalCommand({ command, rest, face }: Invocation, wasAsked: boolean, what = ""): void {
  const again = ["coco", command.name, "--yes", ...rest.map(shellWord)].join(" ");
  face.show("approval", { given: false, command: again }, () =>
    wasAsked ? "Nothing was done.\n" : `${what}Nothing was done. To do this:\n    ${again}\n`,
  );
}
