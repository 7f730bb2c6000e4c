import { resolve } from "node:path";
import { printEnvironment, type Json } from "../../model/index.js";
import { counted } from "../../std/counted.js";
import { printable } from "../../std/printable.js";
import { shellWord } from "../../std/shell-word.js";
import { ifApproved } from "../approval.js";
import type { Command, Invocation } from "../command.js";
import { chosenEnvironment } from "../environment.js";
import { readNamedText, writeNamedFile } from "../named-file.js";
import { stackOptions } from "../options.js";
import { selectedStack, type SelectedStack } from "../selected-stack.js";
import { readProject } from "../read-project.js";
import { count, lockWait } from "../request.js";
import { historyData, historyText, stackData, stacksText } from "../stack-text.js";

const list: Command = {
  name: "stack ls",
  takes: [],
  says: "List the stacks of the project with resource count, last run and lock holder",
  examples: ["stack ls", "stack ls --json"],
  options: ["cwd"],
  run: async ({ options, face }) => {
    const { stacksOf } = await import("../../operations/index.js");
    const entries = await stacksOf(selectedStack(options)).list();
    const usual = printEnvironment(chosenEnvironment({}, readProject(options.cwd ?? ".").usual));
    face.show(
      "stacks",
      entries.map((entry) => stackData(entry, usual)),
      () => stacksText(entries, usual),
    );
    return 0;
  },
};

const create: Command = {
  name: "stack new",
  takes: ["<stack>"],
  // Do not complete the names of existing stacks.
  wants: { stack: null },
  says: "Create an empty stack with its own encryption key",
  examples: ["stack new staging", "stack new staging:acmecorp"],
  options: ["cwd", "namespace"],
  run: async (invocation) => {
    const { face } = invocation;
    const place = namedPlace(invocation);
    const { stacksOf } = await import("../../operations/index.js");
    const { stateLocation } = await import("../../operations/stack/index.js");
    await stacksOf(place).create(place);
    const made = { stack: printEnvironment(place), file: (await stateLocation(place)).text };
    const next = `coco stack select ${shellWord(made.stack)}`;
    face.show(
      "stack",
      made,
      (look) =>
        `Created stack ${made.stack} in ${made.file}. To make it the default, run:\n    ${look.command(next)}\n`,
    );
    return 0;
  },
};

const select: Command = {
  name: "stack select",
  takes: ["<stack>"],
  says: "Make a stack the default of the project (saved in coconut.json)",
  examples: ["stack select staging"],
  options: ["cwd", "namespace"],
  run: async (invocation) => {
    const { face } = invocation;
    const place = namedPlace(invocation);
    const { selectStack, withStackStore } = await import("../../operations/index.js");
    await withStackStore(place, async () => {});
    const file = await selectStack(place.projectFolder, place);
    const selected = { stack: printEnvironment(place), file };
    face.show(
      "stack",
      selected,
      (look) => `${selected.stack} is now the default stack (saved in ${look.place(file)}).\n`,
    );
    return 0;
  },
};

const remove: Command = {
  name: "stack rm",
  takes: ["<stack>"],
  says: "Delete the state and history of a stack without deleting its objects",
  examples: ["stack rm staging", "stack rm staging --force --with-config --yes"],
  options: ["cwd", "namespace", "force", "with-config", "yes", "wait"],
  optionTexts: { force: "Delete the stack even if its state contains resources" },
  run: async (invocation) => {
    const { options, face } = invocation;
    const place = { ...namedPlace(invocation), ...lockWait(invocation) };
    const { stacksOf, withStackStore } = await import("../../operations/index.js");
    const { untilFree } = await import("../../engine/index.js");
    // Fail before asking if the stack does not exist or is locked.
    await withStackStore(place, (store) => untilFree(store, place));
    const question = `Delete the state and history of stack ${printEnvironment(place)}?`;
    return ifApproved(invocation, question, async () => {
      const asked = { force: options.force ?? false, config: options["with-config"] ?? false };
      const removed = await stacksOf(place).remove(place, asked);
      const left = removed.resources > 0 ? ` ${are(removed.resources)} no longer managed.` : "";
      face.show("removed", { ...removed }, () => `Deleted stack ${removed.stack}.${left}\n`);
      return 0;
    });
  },
};

const history: Command = {
  name: "stack history",
  takes: [],
  says: "List the runs of a stack: time, command, user, result and duration",
  examples: ["stack history", "stack history --limit 1 -v"],
  options: [...stackOptions, "limit"],
  optionTexts: {
    limit: "Show at most this many runs, newest first (default: all)",
    verbose: "Also list the resources that each run changed",
  },
  run: async ({ command, options, face }) => {
    const limit = count(options.limit, "--limit", command.name);
    const { stackHistory, withStackStore } = await import("../../operations/index.js");
    const asked = { changes: options.verbose ?? false, ...(limit !== undefined && { limit }) };
    const runs = await withStackStore(selectedStack(options), (store) => stackHistory(store, asked));
    face.show("runs", runs.map(historyData), (look) => historyText(runs, look));
    return 0;
  },
};

const exportState: Command = {
  name: "stack export",
  takes: [],
  says: "Write the state as JSON in Pulumi's deployment format (version 3), with secrets encrypted with the key of the stack",
  examples: ["stack export --out dev.json", "stack export --show-secrets"],
  options: [...stackOptions, "out", "show-secrets"],
  optionTexts: { out: "Write the deployment to a file (default: standard output)" },
  run: async ({ options, face }) => {
    const { exportStackOf } = await import("../../operations/index.js");
    const exported = await exportStackOf(selectedStack(options), {
      showSecrets: options["show-secrets"] ?? false,
    });
    const text = `${JSON.stringify(exported, undefined, 2)}\n`;
    if (options.out === undefined) {
      face.show("deployment", JSON.parse(text), ({ exact = String }) => exact(text));
      return 0;
    }
    const file = resolve(options.out);
    writeNamedFile(file, Buffer.from(text));
    const written = { file, entries: exported.deployment.resources.length };
    face.show(
      "written",
      written,
      (look) => `Exported ${counted(written.entries, "entry", "entries")} to ${look.place(file)}.\n`,
    );
    return 0;
  },
};

const importState: Command = {
  name: "stack import",
  takes: ["<file>"],
  says: "Import a file written by coco or pulumi stack export (- for standard input) into a new or empty stack",
  examples: ["stack import prod.json -s copy", "stack import fixed.json --force"],
  options: [...stackOptions, "force", "allow-modules", "wait"],
  optionTexts: { force: "Replace the resources in state if the stack is not empty" },
  run: async (invocation) => {
    const { words, options, face } = invocation;
    const text = readNamedText(words[0]!);
    const { importStack } = await import("../../operations/index.js");
    const place = { ...selectedStack(options), ...lockWait(invocation) };
    const { warnings, ...imported } = await importStack(place, text, {
      force: options.force ?? false,
      allowModules: options["allow-modules"] ?? false,
    });
    face.complain(warnings);
    const { stack, resources, replaced, modules } = imported;
    const chosen = modules.filter(({ namedBy }) => namedBy === "file");
    const lines = chosen.map((each) => `    ${printable(`${each.package}: ${each.module}`)}\n`);
    const loaded =
      lines.length === 0 ? "" : `Runs of this stack load the modules that the file names:\n${lines.join("")}`;
    const before =
      replaced === 0
        ? ""
        : ` The ${counted(replaced, "resource")} it had before ${replaced === 1 ? "is" : "are"} no longer managed.`;
    face.show(
      "imported",
      imported as unknown as Json,
      (look) =>
        `Imported ${counted(resources, "resource")} into stack ${stack}.${before}\n${loaded}If another tool or stack still manages these objects, remove them from its state without deleting them. Show the changes that apply would make:\n    ${look.command(`coco plan -s ${shellWord(stack)}`)}\n`,
    );
    return 0;
  },
};

export const stack: readonly Command[] = [list, create, select, remove, history, exportState, importState];

/** Returns the stack that the first argument names. */
function namedPlace({ words, options }: Invocation): SelectedStack {
  return selectedStack({ ...options, stack: words[0]! });
}

function are(resources: number): string {
  return `${counted(resources, "resource")} ${resources === 1 ? "is" : "are"}`;
}
