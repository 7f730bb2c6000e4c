import { tests } from "./catchers.js";
import type { AppliedBug } from "./seeded-bug.js";

/** Those by which other code would run than somebody has agreed to. */
export const codeBugs: readonly AppliedBug[] = [
  {
    bug: "a plan file is applied with other dependencies of a provider",
    mutant: "a plan file looks at providers and not at what they need",
    caughtBy: tests("command tests", "tests/cli/plan-file-code.test.ts", "a dependency of a provider"),
  },
  {
    bug: "a plan file is applied with another linked package",
    mutant: "a linked package is known by its version alone",
    caughtBy: tests("command tests", "tests/cli/plan-file-code.test.ts", "a linked package changes"),
  },
  {
    bug: "a plan file is applied although the lock file says another integrity",
    mutant: "lock files are not looked at",
    caughtBy: tests("command tests", "tests/cli/plan-file-code.test.ts", "another integrity for one"),
  },
  {
    bug: "an imported deployment chooses code",
    mutant: "an import lets a file choose code",
    caughtBy: tests("command tests", "tests/cli/imported-modules.test.ts", "is listed, and taken only"),
  },
  {
    bug: "a record of state runs code outside of the project",
    mutant: "state leads to code outside of the project",
    caughtBy: tests("command tests", "tests/cli/imported-modules.test.ts", "a path that leaves the project"),
  },
  {
    bug: "a link leads state to code outside of the project",
    mutant: "links that leave the project are followed",
    caughtBy: tests(
      "command tests",
      "tests/cli/imported-modules.test.ts",
      "is not run once it leads outside",
    ),
  },
];
