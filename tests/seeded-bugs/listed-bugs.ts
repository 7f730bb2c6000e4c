import { firstSeeds, kills, story, tests } from "./catchers.js";
import type { SeededBug } from "./seeded-bug.js";

/** The mistakes that a proof of this kind has to notice, by the names that they have in what was found out about others. */
export const listedBugs: readonly SeededBug[] = [
  {
    bug: "intent not fsynced",
    mutant: "what is committed is not flushed",
    caughtBy: tests("power-loss", "tests/crash/power-loss.test.ts", "asked for, and read back"),
  },
  {
    bug: "call before intent",
    mutant: "the call does not wait for its intent",
    caughtBy: story("create"),
  },
  {
    bug: "key rebuilt on retry",
    mutant: "a repeated create gets another key",
    caughtBy: story("create one after the other"),
  },
  {
    bug: "key without generation",
    mutant: "a key says neither generation nor place in the journal",
    caughtBy: story("replace, the new one first"),
  },
  {
    bug: "outcome error swallowed",
    mutant: "an outcome that could not be recorded is passed over",
    caughtBy: story("create"),
  },
  {
    bug: "projection outside the transaction",
    mutant: "rows are changed outside of the transaction",
    caughtBy: kills("create"),
  },
  {
    bug: "403 treated as absent",
    mutant: "a read that is refused is an absence",
    caughtBy: story("update"),
  },
  {
    bug: "single not-found accepted",
    mutant: "a single not-found is accepted",
    caughtBy: firstSeeds(300),
  },
  {
    bug: "lookup before deadline",
    mutant: "an empty list is believed at once",
    caughtBy: tests("scenarios", "tests/scenarios/eventual-consistency.test.ts", "what a create made"),
  },
  {
    bug: "old plugin not awaited",
    meaning:
      "There are no plugins that outlive the engine: providers run in its process. What does outlive it is a supervised process, and the mistake is to leave one running whose supervisor was killed.",
    mutant: "a process whose supervisor was killed is left running",
    caughtBy: tests(
      "provider tests",
      "tests/providers/process-supervision.test.ts",
      "a child without its supervisor",
    ),
  },
  {
    bug: "`<=` in epoch check",
    mutant: "a run of an earlier epoch may write",
    caughtBy: tests("lock", "tests/crash/lock.test.ts", "taken over although it lives"),
  },
  {
    bug: "unconditional head put",
    mutant: "the head is written whatever it was",
    caughtBy: tests("lock", "tests/crash/lock.test.ts", "taken over although it lives"),
  },
  {
    bug: "lease by wall clock",
    doesNotApply:
      "There are no leases: a lock ends with its process, and clocks are never compared. The stories set the clock a year forward and back.",
  },
  {
    bug: "unlock without owner check",
    mutant: "a run ends that of whoever came after it",
    caughtBy: firstSeeds(3000),
  },
  {
    bug: "AAD without URN",
    mutant: "a secret opens in the place of another resource",
    caughtBy: tests("secrets", "tests/secrets/swapped-places.test.ts", "opens at no other"),
  },
  {
    bug: "AAD without path",
    mutant: "a secret opens at another path",
    caughtBy: tests("secrets", "tests/secrets/swapped-places.test.ts", "opens at no other"),
  },
  {
    bug: "nonce reused",
    mutant: "all that is sealed in one place has one nonce",
    caughtBy: tests("secrets", "tests/secrets/swapped-places.test.ts", "nonce"),
  },
  {
    bug: "redactor skips old value",
    mutant: "what a hook says of the values before is not masked",
    caughtBy: tests(
      "secrets",
      "tests/secrets/life.test.ts",
      "configuration that is set|what a provider says",
    ),
  },
  {
    bug: "redactor skips errors",
    mutant: "what a hook throws is not masked",
    caughtBy: tests(
      "secrets",
      "tests/secrets/life.test.ts",
      "configuration that is set|what a provider says",
    ),
  },
  {
    bug: "plan not bound to head",
    mutant: "a plan file can be used again",
    caughtBy: tests("scenarios", "tests/scenarios/plan-files.test.ts", "when the stack has moved"),
  },
  {
    bug: "plan expiry ignored",
    doesNotApply:
      "Plans have no date of expiry: one holds until the stack moves, and can be applied once. What it is bound to is tried by the mistake before this one.",
  },
  {
    bug: "doomed row dropped",
    mutant: "the replaced object is dropped instead of doomed",
    caughtBy: story("replace, the new one first"),
  },
  {
    bug: "delete order reversed",
    mutant: "an object is deleted before those that need it",
    caughtBy: story("destroy"),
  },
  {
    bug: "EPIPE ends apply",
    mutant: "a command ends when nobody reads what it says",
    caughtBy: tests("command tests", "tests/cli/terminal.test.ts", "goes on when nobody reads it"),
  },
  {
    bug: "spill replay without opId",
    doesNotApply:
      "Nothing is spilled: what could not be recorded stays open in the journal, and is looked up by its key.",
  },
  {
    bug: "tar link accepted",
    mutant: "a link in an archive is a file",
    caughtBy: tests("asset tests", "tests/assets/malicious-archives.test.ts", "a symbolic link"),
  },
  {
    bug: "Host check skipped on GET",
    doesNotApply: "There is no console, and nothing listens on a port.",
  },
  {
    bug: "lock-file hash checked at install only",
    doesNotApply:
      "Packages are those of the project's own npm, which checks its lock file; Coconut installs and unpacks none.",
  },
];
