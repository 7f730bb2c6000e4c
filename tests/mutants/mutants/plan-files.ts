import type { Mutant } from "../mutant.js";

/** Mistakes one could make with saved plans. */
export const planFileMutants: readonly Mutant[] = [
  {
    name: "a plan file looks at providers and not at what they need",
    in: "packageCode",
    find: "waiting.push(...needed.map((each) => each.folder));",
    replace: "",
  },
  {
    name: "lock files are not looked at",
    in: "packageCode",
    find: "isInstalled(folder) ? locks.integrityOf({ folder, name, version }) : undefined",
    replace: "isInstalled(folder) ? version : undefined",
  },
  {
    name: "a linked package is known by its version alone",
    in: "packageCode",
    find: "`content ${folderContent(folder, manifest, [projectFolder])}`",
    replace: "`content ${version}`",
  },
  {
    name: "a plan file can be used again",
    in: "openPlanFile",
    find: "snapshot.head !== header.base",
    replace: "false",
  },
  {
    name: "a plan file goes with every configuration",
    in: "openPlanFile",
    find: "if (keys.length > 0)",
    replace: "if (false)",
  },
  {
    name: "a plan file goes with every version of a provider",
    in: "Replay.loaded",
    find: "then.some((each) => isSameCode(each, record))",
    replace: "true",
  },
  {
    name: "a plan that came out otherwise is applied",
    in: "Replay.plan",
    find: "if (differences.length > 0)",
    replace: "if (false)",
  },
  {
    name: "what is not on the tape is asked of the provider",
    in: "Replay.ask",
    find: "if (this.#isLive) return live();",
    replace: "return live();",
  },
  {
    name: "a plan file leaves nothing in the history",
    in: "Engine.#applyApproved",
    find: "runOptions, saved?.digest)",
    replace: "runOptions)",
  },
  {
    name: "the head of a plan file is not sealed",
    in: "Sealer.#documentPlace",
    find: '["coconut document 1", key.id, this.#lineage, beside]',
    replace: '["coconut document 1", key.id, this.#lineage]',
  },
  {
    name: "a plan file goes with every stack",
    in: "openPlanFile",
    find: "if (header.lineage !== store.lineage)",
    replace: "if (false)",
  },
  {
    name: "a plan file goes with every program",
    in: "openPlanFile",
    find: "if (document.program !== (programDigest ?? null))",
    replace: "if (false)",
  },
  {
    name: "a plan file that was used is one of a stack that has moved",
    in: "openPlanFile",
    find: "throw new DiagnosticError(earlier === undefined ? moved(header.base, snapshot.head) : used(earlier));",
    replace: "throw new DiagnosticError(moved(header.base, snapshot.head));",
  },
  {
    name: "a plan file that was cut off is taken for altered",
    in: "splitEnvelope",
    find: "if (sealed.length < header.bytes) throw new DiagnosticError(cutOff());",
    replace: "",
  },
  {
    name: "what needs what is no premise of a plan file",
    in: "registrationPremise",
    find: "needs,",
    replace: "",
  },
  {
    name: "options are no premise of a plan file",
    in: "registrationPremise",
    find: "...asked.options,",
    replace: "",
  },
  {
    name: "outputs of the stack are no premise of a plan file",
    in: "Replay.plan",
    find: "if (outputs.length > 0)",
    replace: "if (false)",
  },
  {
    name: "providers are connected before a plan file has proved to be right",
    in: "Replay.configured",
    find: "if (!this.#isLive) this.#openings.push(open);",
    replace: "void open();",
  },
  {
    name: "a plan file is refused for another spelling of an input",
    in: "Replay.asPlanned",
    find: "if (inputs === asked.inputs) return asked;",
    replace: "return asked;",
  },
  {
    name: "what the program spells otherwise is planned afresh from a plan file",
    in: "Replay.asPlanned",
    find: "const spelled = { ...asked, inputs };",
    replace: "const spelled = asked;",
  },
  {
    name: "a value of a plan file that became secret is another spelling of it",
    in: "isSpelling",
    find: "return containsSecret(before) === containsSecret(after);",
    replace: "return true;",
  },
];
