import { tests } from "./catchers.js";
import type { AppliedBug } from "./seeded-bug.js";

const startTests = "src/provider/child/start-child.test.ts";
const ownerTests = "tests/provider/child-owner.test.ts";
const packageTests = "tests/provider/json-lines.test.ts";

/** Those by which a process of a provider outlives its use, or its end is misunderstood. */
export const childBugs: readonly AppliedBug[] = [
  {
    bug: "a helper of a provider outlives it",
    mutant: "of the group of a child only its leader is ended",
    caughtBy: tests("unit tests", startTests, "has a grandchild"),
  },
  {
    bug: "a provider crashes and nobody sees why",
    mutant: "the end of a child is told without its stderr",
    caughtBy: tests("unit tests", "src/provider/child/child-problem.test.ts"),
  },
  {
    bug: "an object is made twice because its provider crashed",
    mutant: "a change whose child died counts as failed",
    caughtBy: tests("provider tests", packageTests, "settled by the next run"),
  },
  {
    bug: "an answer counts that follows nonsense",
    mutant: "what a child says after a fault counts",
    caughtBy: tests("provider tests", packageTests, "garbage after its effect"),
  },
  {
    bug: "a provider sees the passphrase of the stack",
    mutant: "a child inherits the whole environment",
    caughtBy: tests("unit tests", startTests, "does not inherit"),
  },
  {
    bug: "a provider outlives a killed command",
    mutant: "what a killed process has left running stays",
    caughtBy: tests("provider tests", ownerTests, "lets the next process end"),
  },
  {
    bug: "a command ends the provider of another one",
    mutant: "the children of a living process are ended as left behind",
    caughtBy: tests("provider tests", ownerTests, "left alone while its owner lives"),
  },
  {
    bug: "a provider outlives Ctrl-C",
    mutant: "a signal that ends a process leaves its children",
    caughtBy: tests("provider tests", ownerTests, "ended by SIGINT"),
  },
];
