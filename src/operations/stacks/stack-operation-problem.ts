import type { Diagnostic, PluginRecord } from "../../model/index.js";
import { printable } from "../../std/printable.js";
import { shellWord } from "../../std/shell-word.js";
import { problem } from "../diagnostics.js";
import type { ImportedModule } from "./import-modules.js";

export function stackExists(stack: string): Diagnostic {
  return problem("engine/stack-exists", {
    detail: `The stack ${JSON.stringify(stack)} already exists. Nothing was changed.`,
    hint: `Choose another name, or select the existing stack:\n    coco stack select ${shellWord(stack)}`,
  });
}

export function stackInUse(stack: string, resources: number): Diagnostic {
  const count = resources === 1 ? "one resource" : `${resources} resources`;
  return problem("engine/stack-in-use", {
    detail: `The stack ${stack} has ${count} in state. Without the stack, Coconut can no longer manage them.`,
    hint: `Delete the resources first:\n    coco destroy -s ${shellWord(stack)}\nOr remove the stack with its state and history, without deleting the objects:\n    coco stack rm ${shellWord(stack)} --force`,
  });
}

export function stackNotEmpty(stack: string, resources: number): Diagnostic {
  const count = resources === 1 ? "one resource" : `${resources} resources`;
  return problem("engine/stack-not-empty", {
    detail: `The stack ${stack} already has ${count} in state. Nothing was changed.`,
    hint: "Import into a new stack, or replace the whole state with the contents of the file:\n    --force",
  });
}

export function importNamesModules(modules: readonly ImportedModule[]): Diagnostic {
  const list = modules.map(
    ({ package: name, module, file, plugin }) =>
      `    ${printable(`${name}: ${module} (${plugin ? pluginText(plugin) : (file ?? "the package has no such provider")})`)}`,
  );
  const which = modules.length === 1 ? "a module" : `${modules.length} modules`;
  return problem("engine/import-modules", {
    detail: `The file names ${which} that the project does not. Later runs would load this code to manage the imported resources:\n${list.join("\n")}\nNothing was changed, and no module was loaded.`,
    hint: "Review this code. If you trust it, import the file again with\n    --allow-modules\nor add the module to `packages` in coconut.json first.",
  });
}

function pluginText({ kind, source, version }: PluginRecord): string {
  return `${kind} plugin, ${source} ${version}`;
}

export function projectFile(file: string, detail: string): Diagnostic {
  return problem("engine/project-file", {
    detail: `${file} cannot be updated. ${detail}`,
    hint: 'The file must be a JSON object: { "stack": "dev" }',
  });
}
