import type { Mutant } from "../mutant.js";

/** Mistakes one could make with saved plans. */
export const planFileMutants: readonly Mutant[] = [
  {
    name: "a plan file looks at providers and not at what they need",
    file: "src/provider/host/code/package-code.ts",
    find: "    waiting.push(...needed.map((each) => each.folder));\n",
    replace: "",
  },
  {
    name: "lock files are not looked at",
    file: "src/provider/host/code/package-code.ts",
    find: "isInstalled(folder) ? locks.integrityOf({ folder, name, version }) : undefined",
    replace: "isInstalled(folder) ? version : undefined",
  },
  {
    name: "a linked package is known by its version alone",
    file: "src/provider/host/code/package-code.ts",
    find: "`content ${folderContent(folder, manifest, [projectFolder])}`",
    replace: "`content ${version}`",
  },
  {
    name: "a plan file can be used again",
    file: "src/engine/plan-file/open-plan-file.ts",
    find: "snapshot.head !== header.base",
    replace: "false",
  },
  {
    name: "a plan file goes with every configuration",
    file: "src/engine/plan-file/open-plan-file.ts",
    find: "if (keys.length > 0)",
    replace: "if (false)",
  },
  {
    name: "a plan file goes with every version of a provider",
    file: "src/engine/plan-file/replay.ts",
    find: "then.version !== record.version || then.module !== record.module",
    replace: "false",
  },
  {
    name: "a plan that came out otherwise is applied",
    file: "src/engine/plan-file/replay.ts",
    find: "if (differences.length > 0)",
    replace: "if (false)",
  },
  {
    name: "what is not on the tape is asked of the provider",
    file: "src/engine/plan-file/replay.ts",
    find: "if (this.#isLive) return live();",
    replace: "return live();",
  },
  {
    name: "a plan file leaves nothing in the history",
    file: "src/operations/stack.ts",
    find: "runOptions, saved?.digest)",
    replace: "runOptions)",
  },
  {
    name: "the head of a plan file is not sealed",
    file: "src/store/seal/sealed-value.ts",
    find: '["coconut document 1", key.id, this.#lineage, beside]',
    replace: '["coconut document 1", key.id, this.#lineage]',
  },
  {
    name: "a plan file goes with every stack",
    file: "src/engine/plan-file/open-plan-file.ts",
    find: "if (header.lineage !== store.lineage)",
    replace: "if (false)",
  },
  {
    name: "a plan file goes with every program",
    file: "src/engine/plan-file/open-plan-file.ts",
    find: "if (document.program !== (programDigest ?? null))",
    replace: "if (false)",
  },
  {
    name: "a plan file that was used is one of a stack that has moved",
    file: "src/engine/plan-file/open-plan-file.ts",
    find: "throw new DiagnosticError(earlier === undefined ? moved(header.base, snapshot.head) : used(earlier));",
    replace: "throw new DiagnosticError(moved(header.base, snapshot.head));",
  },
  {
    name: "a plan file that was cut off is taken for altered",
    file: "src/engine/plan-file/plan-envelope.ts",
    find: "if (sealed.length < header.bytes) throw new DiagnosticError(cutOff());",
    replace: "",
  },
  {
    name: "what needs what is no premise of a plan file",
    file: "src/engine/plan-file/registration-premise.ts",
    find: "    needs,\n",
    replace: "",
  },
  {
    name: "options are no premise of a plan file",
    file: "src/engine/plan-file/registration-premise.ts",
    find: "...asked.options,",
    replace: "",
  },
  {
    name: "outputs of the stack are no premise of a plan file",
    file: "src/engine/plan-file/replay.ts",
    find: "if (outputs.length > 0)",
    replace: "if (false)",
  },
  {
    name: "providers are connected before a plan file has proved to be right",
    file: "src/engine/plan-file/replay.ts",
    find: "if (!this.#isLive) this.#openings.push(open);",
    replace: "void open();",
  },
  {
    name: "a plan file is refused for another spelling of an input",
    file: "src/engine/plan-file/replay.ts",
    find: "if (inputs === asked.inputs) return asked;",
    replace: "return asked;",
  },
  {
    name: "what the program spells otherwise is planned afresh from a plan file",
    file: "src/engine/plan-file/replay.ts",
    find: "const spelled = { ...asked, inputs };",
    replace: "const spelled = asked;",
  },
  {
    name: "a value of a plan file that became secret is another spelling of it",
    file: "src/plan/premise.ts",
    find: "return containsSecret(before) === containsSecret(after);",
    replace: "return true;",
  },
];
