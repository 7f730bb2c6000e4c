import type { Mutant } from "../mutant.js";

/** Mistakes one could make in looking for what is wrong, and in completing what is typed. */
export const doctorMutants: readonly Mutant[] = [
  {
    name: "an altered stack is a problem like any other",
    in: "outcomeOf",
    find: 'return "integrity";',
    replace: 'return "failed";',
  },
  {
    name: "who died is said to hold the lock",
    in: "lockCheck",
    find: "if (!isAlive)",
    replace: "if (isAlive)",
  },
  {
    name: "what cannot be looked up is left to the next apply",
    in: "fateOf",
    find: 'known.isFindable ? "looked-for" : "uncertain"',
    replace: 'known.isFindable ? "looked-for" : "asked"',
  },
  {
    name: "an empty file is written to before it is refused",
    in: "openStackFile",
    find: 'if (size === 0) throw notAStack(path, "it is empty");',
    replace: "",
  },
  {
    name: "a run beside it makes a check fail",
    in: "SealedStack.verify",
    find: "(await this.journal()).filter(({ sequence }) => sequence <= head.head_seq)",
    replace: "await this.journal()",
  },
  {
    name: "an option is offered that is given",
    in: "optionsLeft",
    find: "!given.has(name) || optionOf(name).multiple",
    replace: "!given.has(name) || true",
  },
  {
    name: "Bash runs what a completed name has in it",
    in: "bashScript",
    find: "shellText(String.raw",
    replace: String.raw`shellText(((script: TemplateStringsArray) => String.raw(script).replace("value=@{value//\\$/\\\\\\$}", ""))`,
  },
  {
    name: "completion looks at the usual stack alone",
    in: "placeOn",
    find: "return Object.fromEntries(given);",
    replace: "return Object.fromEntries(given.slice(1));",
  },
];
