import type { ExitCode } from "../runner/index.js";
import { shellWord } from "../std/shell-word.js";
import type { Invocation } from "./command.js";

/**
 * Does the work if it is approved by `--yes` or by the user's answer. Otherwise prints the command that would do it and
 * returns the exit code `decisionNeeded`.
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

/** Reports that nothing was done and, if the user could not be asked, the command that would do it. */
export function showApprovalCommand({ command, rest, face }: Invocation, wasAsked: boolean, what = ""): void {
  const again = ["coco", command.name, "--yes", ...rest.map(shellWord)].join(" ");
  face.show("approval", { given: false, command: again }, () =>
    wasAsked
      ? "Cancelled. No changes were made.\n"
      : `${what}No changes were made: approval is needed. To approve, run:\n    ${again}\n`,
  );
}
