import type { Diagnostic, PluginRecord } from "../../model/index.js";
import { printable } from "../../std/printable.js";
import { shellWord } from "../../std/shell-word.js";
import { problem } from "../diagnostics.js";
import type { ImportedModule } from "./import-modules.js";

export function stackExists(stack: string): Diagnostic {
  return problem("engine/stack-exists", {
    detail: `There is a stack ${JSON.stringify(stack)} already. Nothing was changed.`,
    hint: `Take another name, or choose it:\n    coco stack select ${shellWord(stack)}`,
  });
}

export function stackInUse(stack: string, resources: number): Diagnostic {
  const count = resources === 1 ? "one resource" : `${resources} resources`;
  return problem("engine/stack-in-use", {
    detail: `The stack ${stack} has ${count} in state. Without it nobody would know of them.`,
    hint: `Delete them first:\n    coco destroy -s ${shellWord(stack)}\nOr let go of them, and of the whole history of the stack:\n    coco stack rm ${shellWord(stack)} --force`,
  });
}

export function stackNotEmpty(stack: string, resources: number): Diagnostic {
  const count = resources === 1 ? "one resource" : `${resources} resources`;
  return problem("engine/stack-not-empty", {
    detail: `The stack ${stack} has ${count} in state already. Nothing was changed.`,
    hint: "Import into a new stack; or let what is in the file take the place of all that state has:\n    --force",
  });
}

export function importNamesModules(modules: readonly ImportedModule[]): Diagnostic {
  const list = modules.map(
    ({ package: name, module, file, plugin }) =>
      `    ${printable(`${name}: ${module} (${plugin ? pluginText(plugin) : (file ?? "it does not have this provider")})`)}`,
  );
  const which = modules.length === 1 ? "a module" : `${modules.length} modules`;
  return problem("engine/import-modules", {
    detail: `The file names ${which} that the project does not name. Later runs would load this code to manage what the file brings:\n${list.join("\n")}\nNothing was changed, and nothing was loaded.`,
    hint: "Look at this code. If you trust it, import the file with\n    --allow-modules\nor name the module in coconut.json under packages, and import the file again.",
  });
}

function pluginText({ kind, source, version }: PluginRecord): string {
  return `plugin of the kind ${kind}, ${source} ${version}`;
}

export function projectFile(file: string, detail: string): Diagnostic {
  return problem("engine/project-file", {
    detail: `${file} cannot be changed. ${detail}`,
    hint: 'The file is plain JSON: { "stack": "dev" }',
  });
}
