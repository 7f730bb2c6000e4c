import type { StateFileRequest, StateImportPreview, StateImportRun } from "../../operations/stack/index.js";
import type { ExitCode } from "../../runner/index.js";
import { counted } from "../../std/counted.js";
import { showApprovalCommand } from "../approval.js";
import type { Invocation } from "../command.js";
import { readNamedText } from "../named-file.js";
import { onProgram } from "../on-program.js";
import { runRequest } from "../request.js";
import { wrongUsage } from "../usage-problem.js";
import { importedData, importedText, previewData, previewText } from "./import-from-file-text.js";

/** Imports the objects of another tool's state file: shows them, asks for approval, imports them and prints the program. */
export async function importFromFile(
  invocation: Invocation,
  format: string,
  file: string,
): Promise<ExitCode> {
  const { command, words, options, face } = invocation;
  if (words.length > 0 || options.parent !== undefined || options.provider !== undefined)
    throw wrongUsage("A state file takes no type, name, id, --parent or --provider.", command.name);
  const request: StateFileRequest = { format, file, content: readNamedText(file) };
  const asked = runRequest(invocation);
  return onProgram(invocation, async (stack, signals) => {
    const preview = await stack.previewStateFile(request);
    face.show("import", previewData(preview), (look) => previewText(preview, file, look));
    const wanted = preview.candidates.filter(({ decision }) => decision.kind === "import");
    if (wanted.length === 0) {
      face.say("Nothing to import.\n");
      return { shown: true };
    }
    const approval = options.yes ? "yes" : await approvalOf(invocation, preview);
    if (approval !== "yes") return { shown: true, means: approval };
    const onEvent = face.event.bind(face);
    const run = await stack.importStateFile(request, { ...asked, ...signals, onEvent });
    showImported(invocation, run);
    return run;
  });
}

async function approvalOf(
  invocation: Invocation,
  { candidates }: StateImportPreview,
): Promise<"yes" | "undecided" | "left"> {
  const { face } = invocation;
  const count = candidates.filter(({ decision }) => decision.kind === "import").length;
  const question = `Import ${counted(count, "resource")} into state? Their objects are not changed.`;
  const answer = face.canAsk ? await face.ask(question, ["yes", "no"]) : undefined;
  if (face.canAsk && answer === undefined) return "left";
  if (answer === "yes") return "yes";
  showApprovalCommand(invocation, face.canAsk);
  return "undecided";
}

function showImported({ face }: Invocation, run: StateImportRun): void {
  face.show("imported", importedData(run), (look) => importedText(run, look));
}
