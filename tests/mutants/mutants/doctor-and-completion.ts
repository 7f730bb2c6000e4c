import type { Mutant } from "../mutant.js";

/** Mistakes one could make in looking for what is wrong, and in completing what is typed. */
export const doctorMutants: readonly Mutant[] = [
  {
    name: "an altered stack is a problem like any other",
    file: "src/cli/doctor/outcome-of.ts",
    find: 'return "integrity";',
    replace: 'return "failed";',
  },
  {
    name: "who died is said to hold the lock",
    file: "src/cli/doctor/checks/stack-checks.ts",
    find: "if (!isAlive)",
    replace: "if (isAlive)",
  },
  {
    name: "what cannot be looked up is left to the next apply",
    file: "src/cli/doctor/checks/operation-checks.ts",
    find: 'known.isFindable ? "looked-for" : "uncertain"',
    replace: 'known.isFindable ? "looked-for" : "asked"',
  },
  {
    name: "an empty file is written to before it is refused",
    file: "src/store/sqlite/sqlite-store.ts",
    find: 'if (size === 0) throw notAStack(path, "it is empty");',
    replace: "",
  },
  {
    name: "a run beside it makes a check fail",
    file: "src/store/stack-store.ts",
    find: "(await this.journal()).filter(({ sequence }) => sequence <= head.head_seq)",
    replace: "await this.journal()",
  },
  {
    name: "an option is offered that is given",
    file: "src/cli/completion/wanted-at.ts",
    find: "!given.has(name) || optionOf(name).multiple",
    replace: "!given.has(name) || true",
  },
  {
    name: "Bash runs what a completed name has in it",
    file: "src/cli/completion/scripts/bash-script.ts",
    find: String.raw`      value=@{value//\$/\\\$}`,
    replace: "",
  },
  {
    name: "completion looks at the usual stack alone",
    file: "src/cli/completion/wanted-at.ts",
    find: "return Object.fromEntries(given);",
    replace: "return Object.fromEntries(given.slice(1));",
  },
];
