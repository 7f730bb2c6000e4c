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
  says: "list the stacks of the project: resources, last run, who changes it now",
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
  // Those that exist are not meant.
  wants: { stack: null },
  says: "make a stack that has nothing yet, with a key of its own",
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
        `The stack ${made.stack} is kept in ${made.file}. Make it the usual one:\n    ${look.command(next)}\n`,
    );
    return 0;
  },
};

const select: Command = {
  name: "stack select",
  takes: ["<stack>"],
  says: "make a stack the usual one: coconut.json says it",
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
      (look) => `${selected.stack} is the usual stack now: ${look.place(file)} says so.\n`,
    );
    return 0;
  },
};

const remove: Command = {
  name: "stack rm",
  takes: ["<stack>"],
  says: "take a stack away with its history; what exists of its resources stays",
  examples: ["stack rm staging", "stack rm staging --force --with-config --yes"],
  options: ["cwd", "namespace", "force", "with-config", "yes", "wait"],
  run: async (invocation) => {
    const { options, face } = invocation;
    const place = { ...namedPlace(invocation), ...lockWait(invocation) };
    const { stacksOf, withStackStore } = await import("../../operations/index.js");
    const { untilFree } = await import("../../engine/index.js");
    // Nobody is asked about what does not exist, or is being changed.
    await withStackStore(place, (store) => untilFree(store, place));
    const question = `Take the stack ${printEnvironment(place)} away, with all that is remembered of it?`;
    return ifApproved(invocation, question, async () => {
      const asked = { force: options.force ?? false, config: options["with-config"] ?? false };
      const removed = await stacksOf(place).remove(place, asked);
      const left = removed.resources > 0 ? ` ${are(removed.resources)} nobody's now.` : "";
      face.show("removed", { ...removed }, () => `The stack ${removed.stack} is gone.${left}\n`);
      return 0;
    });
  },
};

const history: Command = {
  name: "stack history",
  takes: [],
  says: "what was done, when, by whom, how it ended, how long it took; with -v to which resources",
  examples: ["stack history", "stack history --limit 1 -v"],
  options: [...stackOptions, "limit"],
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
  says: "write state as deployment JSON, version 3; secrets are sealed for this stack unless asked otherwise",
  examples: ["stack export --out dev.json", "stack export --show-secrets"],
  options: [...stackOptions, "out", "show-secrets"],
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
      (look) => `${are(written.entries, "entry", "entries")} in ${look.place(file)}.\n`,
    );
    return 0;
  },
};

const importState: Command = {
  name: "stack import",
  takes: ["<file>"],
  says: "take a deployment, or - from standard input, into a stack that is new or empty, all of it or nothing",
  examples: ["stack import prod.json -s copy", "stack import fixed.json --force"],
  options: [...stackOptions, "force", "allow-modules", "wait"],
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
    const loaded = lines.length === 0 ? "" : `Runs load the code that the file names:\n${lines.join("")}`;
    const before = replaced === 0 ? "" : ` The ${replaced} that it had are nobody's now.`;
    face.show(
      "imported",
      imported as unknown as Json,
      (look) =>
        `${are(resources)} in the stack ${stack}.${before}\n${loaded}Whatever managed them before must let go of them. See what an apply would do:\n    ${look.command(`coco plan -s ${shellWord(stack)}`)}\n`,
    );
    return 0;
  },
};

export const stack: readonly Command[] = [list, create, select, remove, history, exportState, importState];

/** The place of the stack that follows the command. */
function namedPlace({ words, options }: Invocation): SelectedStack {
  return selectedStack({ ...options, stack: words[0]! });
}

function are(count: number, one = "resource", many?: string): string {
  return `${counted(count, one, many)} ${count === 1 ? "is" : "are"}`;
}
