import type { Mutant } from "../mutant.js";

/** Mistakes one could make with the child processes of providers. */
export const childMutants: readonly Mutant[] = [
  {
    name: "of the group of a child only its leader is ended",
    in: "Child.#send",
    find: "else signalGroup(this.#group, signal);",
    replace: "else this.#process.kill(signal);",
  },
  {
    name: "the end of a child is told without its stderr",
    in: "lastLines",
    find: "stderr.map((line) => `    ${line}`)",
    replace: "[]",
  },
  {
    name: "a change whose child died counts as failed",
    in: "outcomeWithoutAnswer",
    find: 'wasSent ? "uncertain" : "failed"',
    replace: 'wasSent ? "failed" : "failed"',
  },
  {
    name: "what a child says after a fault counts",
    in: "onChildLine",
    find: "line !== undefined && !child.hasFailed",
    replace: "line !== undefined",
  },
  {
    name: "a child inherits the whole environment",
    in: "childEnvironment",
    find: "inherited.has(name.toUpperCase())",
    replace: "name !== undefined",
  },
  {
    name: "what a killed process has left running stays",
    in: "endLeftChildren",
    find: "record.host !== hostname() || isOwnerAlive(record)",
    replace: "record.host !== undefined",
  },
  {
    name: "the children of a living process are ended as left behind",
    in: "endLeftChildren",
    find: "record.host !== hostname() || isOwnerAlive(record)",
    replace: "record.host !== hostname()",
  },
  {
    name: "a signal that ends a process leaves its children",
    in: "onSignal",
    find: "endAll();",
    replace: "",
  },
];
