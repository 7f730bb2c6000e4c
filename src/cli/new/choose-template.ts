import { DiagnosticError } from "../../model/index.js";
import { nearestName } from "../../std/nearest-name.js";
import { problem } from "../diagnostics.js";
import type { Face } from "../face/index.js";
import { quotedWord } from "../usage-problem.js";
import { templatesText } from "./project-text.js";
import { isEffectivelyEmpty, readFolder } from "./read-folder.js";
import { listTemplates, type ListedTemplate } from "./template.js";

/**
 * Returns the template that was named. Without a name, lists the templates and, on a terminal in an empty folder, asks for
 * one. `left`: the user cancelled.
 */
export async function chooseTemplate(
  asked: string | undefined,
  face: Face,
): Promise<{ readonly chosen?: string; readonly left?: true }> {
  const templates = listTemplates();
  if (asked !== undefined) return { chosen: templateCalled(asked, templates) };
  face.show(
    "templates",
    templates.map((each) => ({ ...each })),
    (look) => templatesText(templates, look),
  );
  if (!face.canAsk || !isEffectivelyEmpty(readFolder(".", []).entries)) return {};
  const answer = await face.ask(
    "\nWhich template?",
    templates.map(({ name }) => name),
  );
  return answer === undefined ? { left: true } : { chosen: answer };
}

function templateCalled(asked: string, templates: readonly ListedTemplate[]): string {
  const names = templates.map(({ name }) => name);
  if (names.includes(asked)) return asked;
  const near = nearestName(asked, names);
  const meant = near === undefined ? "" : ` Did you mean ${near}?`;
  throw new DiagnosticError(
    problem("cli/no-such-template", {
      detail: `There is no template ${quotedWord(asked)}.${meant}`,
      hint: `The templates are ${names.slice(0, -1).join(", ")} and ${names.at(-1)}. List them with descriptions:\n    coco new`,
    }),
  );
}
